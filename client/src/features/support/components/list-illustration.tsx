/** Illustration of an empty list. */
export function ListIllustration() {
  return (
    <svg viewBox="0 0 320 128" fill="none" aria-hidden="true">
      {[0, 44, 88].map((top, index) => (
        <g key={top} opacity={1 - index * 0.3}>
          <rect x="20.5" y={top + 0.5} width="279" height="36" rx="8" fill="var(--surface)" stroke="var(--line2)" />
          <circle cx="42" cy={top + 18} r="9" fill="var(--vendor-tint2)" />
          <rect x="62" y={top + 10} width="92" height="6" rx="3" fill="var(--line2)" />
          <rect x="62" y={top + 21} width="128" height="5" rx="2.5" fill="var(--line)" />
          <circle cx="276" cy={top + 18} r="4" fill="var(--ok-dot)" />
        </g>
      ))}
    </svg>
  );
}
