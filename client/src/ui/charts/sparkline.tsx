const WIDTH = 56;
const HEIGHT = 22;
const INSET = 2;
/** One point per pixel; more would not be visible. */
const MAX_POINTS = 56;

/** A chart the size of a word. Hidden from screen readers, because it repeats the chart's data. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const shown = values.slice(-MAX_POINTS);
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
