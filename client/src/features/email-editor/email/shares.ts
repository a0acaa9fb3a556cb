/**
 * Width of each column in percent of the row; the sum is 100. Columns of width 0 share the rest equally, or get the
 * average width if there is no rest. The server's `compute_shares` implements the same rule.
 */
export function computeShares(widths: readonly number[]): readonly number[] {
  const givenSum = widths.reduce((sum, width) => sum + width, 0);
  const unset = widths.filter((width) => width === 0).length;
  const rest = unset > 0 && givenSum < 100 ? (100 - givenSum) / unset : 100 / Math.max(1, widths.length);
  const fullWidths = widths.map((width) => width || rest);
  const whole = fullWidths.reduce((sum, width) => sum + width, 0);
  return fullWidths.map((width) => Math.floor((width / whole) * 10_000 + 1e-6) / 100);
}
