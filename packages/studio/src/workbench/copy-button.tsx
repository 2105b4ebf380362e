import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { notify } from "../run/actions.js";
import { IconButton } from "../ui/index.js";

export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      setTimeout(() => setCopied(false), 1200);
    } catch {
      notify("warning", `The browser blocks clipboard access. The value is ${text()}.`);
    }
  };
  return (
    <IconButton
      label={isCopied ? "Copied" : label}
      icon={isCopied ? <Check /> : <Copy />}
      onPress={() => void copy()}
    />
  );
}
