import { useStudio } from "../run/store.js";
import { Button, ErrorCard } from "../ui/index.js";

export function OpenTrouble() {
  const openTrouble = useStudio((state) => state.openTrouble);
  if (!openTrouble) return null;
  const { name, trouble, text } = openTrouble;
  return (
    <ErrorCard
      title={`${name} was not opened`}
      message={trouble.message}
      issues={trouble.issues}
      file={name}
      text={text}
      actions={<Button onPress={() => useStudio.setState({ openTrouble: null })}>Dismiss</Button>}
      data-testid="open-trouble"
    />
  );
}
