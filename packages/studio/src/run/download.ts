export interface Download {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer> | Blob;
}

export function download({ name, type, bytes }: Download): void {
  const address = URL.createObjectURL(bytes instanceof Blob ? bytes : new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click; an address that is let go too early saves nothing.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
