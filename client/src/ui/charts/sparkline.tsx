const WIDTH = 56;
const HEIGHT = 22;
const INSET = 2;
/** More points than pixels draw nothing more. */
const MOST_POINTS = 56;

/** The run of a figure in the size of a word; it says nothing that the chart does not. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const shown = values.slice(-MOST_POINTS);
  const most = Math.max(...shown, 1);
  if (shown.length < 2) return null;
  const at = (value: number, index: number) => {
    const x = INSET + (index / (shown.length - 1)) * (WIDTH - 2 * INSET);
    const y = HEIGHT - INSET - (value / most) * (HEIGHT - 2 * INSET);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none" aria-hidden="true">
      <path d={`M${shown.map(at).join("L")}`} stroke="var(--text3)" strokeWidth="1.25" strokeLinejoin="round" />
    </svg>
  );
}
