/** Illustration of an empty recipient list. */
export function RecipientsIllustration() {
  return (
    <svg viewBox="0 0 320 96" fill="none" aria-hidden="true">
      {[0, 1].map((row) => (
        <g key={row} transform={`translate(40 ${row * 52})`}>
          <rect
            x="0.5"
            y="0.5"
            width="239"
            height="43"
            rx="9.5"
            fill="var(--surface)"
            stroke="var(--line2)"
            strokeDasharray={row === 1 ? "4 4" : undefined}
          />
          <circle cx="24" cy="22" r="9" fill="var(--line)" />
          <rect x="44" y="18" width={row === 0 ? 112 : 84} height="7" rx="3.5" fill="var(--line)" />
          <circle cx="216" cy="22" r="4" fill="var(--line2)" />
        </g>
      ))}
    </svg>
  );
}
