/** Illustration of the page once it has data: four numbers above a flat line. */
export function MetricsIllustration() {
  const cells = [0, 1, 2, 3];
  return (
    <svg viewBox="0 0 320 168" fill="none" aria-hidden="true">
      <rect x="0.5" y="0.5" width="319" height="55" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      {cells.map((cell) => (
        <g key={cell} transform={`translate(${cell * 80} 0)`}>
          {cell > 0 ? <path d="M0 1v54" stroke="var(--line)" /> : null}
          <rect x="14" y="14" width="34" height="6" rx="3" fill="var(--line)" />
          <rect x="14" y="29" width={[46, 38, 42, 30][cell]} height="11" rx="5.500" fill="var(--line)" />
        </g>
      ))}
      <path d="M10 0.75h60" stroke="var(--vendor-edge)" strokeWidth="1.500" />
      <rect x="0.5" y="68.5" width="319" height="99" rx="9.500" fill="var(--surface)" stroke="var(--line2)" />
      <path d="M20 92h280M20 116h280" stroke="var(--line)" />
      <path d="M20 140h280" stroke="var(--line2)" />
      <path d="M20 138C80 136 96 112 140 114s66 8 104-14" stroke="var(--off)" strokeWidth="2" strokeDasharray="2 4" />
      <circle cx="248" cy="98" r="4" fill="var(--surface)" stroke="var(--vendor-edge)" strokeWidth="2" />
      {cells.map((cell) => (
        <rect key={cell} x={20 + cell * 80} y="150" width="26" height="5" rx="2.500" fill="var(--line)" />
      ))}
    </svg>
  );
}
