/** The distinct addresses in a text, separated by spaces, commas, semicolons or line breaks. */
export function parseAddresses(text: string): readonly string[] {
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/^[<"']+|[>"']+$/g, ""));
  return [...new Set(words.filter(Boolean))];
}
