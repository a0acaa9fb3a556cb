/** The distinct addresses in a text, separated by spaces, commas, semicolons or line breaks. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/^[<"']+|[>"']+$/g, ""));
  return [...new Set(words.filter(Boolean))];
}
