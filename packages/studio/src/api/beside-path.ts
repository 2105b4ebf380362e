/** The path of what a file names beside itself, without steps upwards: server and page call the files of a study by it. */
export function besidePath(from: string, path: string): string {
  const parts: string[] = [];
  for (const part of [...from.split("/").slice(0, -1), ...path.split("/")]) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
