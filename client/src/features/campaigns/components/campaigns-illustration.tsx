/** Illustration of the empty list: an email and the line of its results. */
export function CampaignsIllustration() {
  return (
    <svg viewBox="0 0 320 140" fill="none" aria-hidden="true">
      <rect x="0.5" y="16.5" width="132" height="107" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <rect x="16" y="34" width="64" height="7" rx="3.5" fill="var(--line2)" />
      <rect x="16" y="50" width="100" height="5" rx="2.5" fill="var(--line)" />
      <rect x="16" y="60" width="92" height="5" rx="2.5" fill="var(--line)" />
      <rect x="16" y="70" width="72" height="5" rx="2.5" fill="var(--line)" />
      <rect x="16" y="90" width="48" height="18" rx="5" fill="var(--vendor-fill)" />
      <path d="M144 70h30" stroke="var(--text3)" strokeWidth="1.75" strokeDasharray="2 5" strokeLinecap="round" />
      <path d="m170 65 6 5-6 5" stroke="var(--text3)" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      {[0, 1, 2].map((row) => (
        <g key={row} transform={`translate(188 ${16 + row * 37})`}>
          <rect x="0.5" y="0.5" width="131" height="33" rx="7.5" fill="var(--surface)" stroke="var(--line2)" />
          <circle cx="18" cy="17" r="8" fill="var(--line)" />
          <rect x="34" y="14" width={[56, 44, 62][row]} height="6" rx="3" fill="var(--line)" />
          <circle cx="116" cy="17" r="4" fill={row < 2 ? "var(--ok-dot)" : "var(--line2)"} />
        </g>
      ))}
    </svg>
  );
}
