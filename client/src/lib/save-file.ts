/** Downloads `content` as a file named `name`. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has a reference to the content by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
