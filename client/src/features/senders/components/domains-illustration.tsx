/** Illustration of the empty domain list. */
export function DomainsIllustration() {
  return (
    <svg viewBox="0 0 320 128" fill="none" aria-hidden="true">
      <rect x="20.5" y="32.5" width="72" height="64" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <path d="M36 54h41v22H36z" stroke="var(--vendor-fill)" strokeWidth="1.75" strokeLinejoin="round" />
      <path d="m36 55 20.500 12L77 55" stroke="var(--vendor-fill)" strokeWidth="1.75" strokeLinejoin="round" />
      <path d="M93 64h134" stroke="var(--line2)" strokeWidth="1.5" strokeDasharray="4 4" />
      {[116, 160, 204].map((x, index) => (
        <g key={x}>
          <circle cx={x} cy="64" r="15" fill={index < 2 ? "var(--ok-tint)" : "var(--page)"} stroke="var(--line2)" />
          {index < 2 ? (
            <path d={`m${x - 5} 64 4 4 7-8`} stroke="var(--ok-dot)" strokeWidth="1.75" strokeLinecap="round" />
          ) : (
            <circle cx={x} cy="64" r="5" stroke="var(--text3)" strokeWidth="1.5" strokeDasharray="3 3" />
          )}
        </g>
      ))}
      <rect x="227.500" y="32.5" width="72" height="64" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <rect x="241" y="48" width="45" height="6" rx="3" fill="var(--line2)" />
      <rect x="241" y="61" width="34" height="6" rx="3" fill="var(--line)" />
      <rect x="241" y="74" width="40" height="6" rx="3" fill="var(--line)" />
    </svg>
  );
}
