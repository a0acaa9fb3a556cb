/** Hands `content` to the browser as a download named `name`. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of the content by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
