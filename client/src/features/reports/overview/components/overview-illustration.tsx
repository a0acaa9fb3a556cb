/** Illustration of the empty state: a chart above a table with rates. */
export function OverviewIllustration() {
  const rows = [0, 1, 2, 3];
  return (
    <svg viewBox="0 0 320 168" fill="none" aria-hidden="true">
      <rect x="0.5" y="0.5" width="319" height="63" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <path d="M16 50C70 48 92 24 140 28s72 12 164-14" stroke="var(--vendor-edge)" strokeWidth="1.5" />
      <rect x="0.5" y="76.5" width="319" height="91" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      {rows.map((row) => (
        <g key={row} transform={`translate(0 ${84 + row * 21})`}>
          {row > 0 ? <path d="M1 -4h318" stroke="var(--line)" /> : null}
          <rect x="16" y="4" width={[92, 74, 104, 82][row]} height="6" rx="3" fill="var(--line)" />
          {[170, 220, 270].map((x) => (
            <rect key={x} x={x} y="4" width="28" height="6" rx="3" fill="var(--line)" />
          ))}
        </g>
      ))}
    </svg>
  );
}
