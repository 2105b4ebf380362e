import { Dialog, Keys } from "../ui/index.js";
import { commands } from "./commands.js";
import "./help-dialog.css";

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const withKeys = commands.filter(({ keys }) => keys !== undefined);
  const groups = [...new Set(withKeys.map(({ group }) => group))];
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose} isWide data-testid="help">
      <div className="help-dialog">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul>
              {withKeys
                .filter((command) => command.group === group)
                .map(({ id, label, keys }) => (
                  <li key={id}>
                    {label} <Keys keys={keys ?? ""} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="help-dialog-mouse">
        In the 3D view: drag to orbit, drag with the right button to pan, scroll to zoom, click to select, double-click
        to centre the view on a point. Hold Shift and drag a body to pull it with a spring. On Apple keyboards, use
        Command instead of Ctrl.
      </p>
    </Dialog>
  );
}
