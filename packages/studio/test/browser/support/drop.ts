import type { Page } from "playwright-core";

/** A file as a hand would drop it. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

/** Drops files on the page, as a drag from the desktop ends. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") }));
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
    for (const kind of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, options));
  }, sent);
}
