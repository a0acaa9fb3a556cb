/** First letters of up to two words; 'MT' when empty (DISP-11). */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  if (words.length === 0) return "MT";
  return words.map((word) => [...word][0]?.toLocaleUpperCase() ?? "").join("");
}
