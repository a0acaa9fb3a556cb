/**
 * Each column's percent of a row, together 100. Those of width 0 share equally what the others leave, or are as wide as
 * the average when they leave nothing. The server's `shares` is the same rule.
 */
export function shares(widths: readonly number[]): readonly number[] {
  const given = widths.reduce((sum, width) => sum + width, 0);
  const unset = widths.filter((width) => width === 0).length;
  const rest = unset > 0 && given < 100 ? (100 - given) / unset : 100 / Math.max(1, widths.length);
  const wanted = widths.map((width) => width || rest);
  const whole = wanted.reduce((sum, width) => sum + width, 0);
  return wanted.map((width) => Math.floor((width / whole) * 10_000 + 1e-6) / 100);
}
