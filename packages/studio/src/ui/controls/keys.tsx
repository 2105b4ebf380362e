import "./keys.css";

export interface KeysProps {
  /** Joined by "+", such as "Ctrl+K". */
  readonly keys: string;
}

export function Keys({ keys }: KeysProps) {
  return (
    <span className="keys">
      {keys.split(/(?<=.)\+/).map((key) => (
        <kbd key={key} className="keys-key">
          {key}
        </kbd>
      ))}
    </span>
  );
}
