/** The addresses in what somebody has typed or pasted, each once: between spaces, commas, semicolons and lines. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/^[<"']+|[>"']+$/g, ""));
  return [...new Set(words.filter(Boolean))];
}
