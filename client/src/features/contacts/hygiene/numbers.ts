/** The typed whole number, or undefined outside its bounds. */
export function parseWholeNumber(text: string, least: number, most: number): number | undefined {
  const value = Number(text);
  return text.trim() !== "" && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}
