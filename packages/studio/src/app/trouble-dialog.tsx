import { OpenTrouble } from "../home/open-trouble.js";
import { useStudio } from "../run/store.js";
import { Dialog } from "../ui/index.js";

/** Why something could not be opened, over any page but the home page, which has a place for it. */
export function TroubleDialog() {
  const trouble = useStudio((state) => state.openTrouble);
  if (!trouble) return null;
  const close = (): void => useStudio.setState({ openTrouble: null });
  return (
    <Dialog title="Not opened" isOpen onClose={close} isWide data-testid="trouble-dialog">
      <OpenTrouble />
    </Dialog>
  );
}
