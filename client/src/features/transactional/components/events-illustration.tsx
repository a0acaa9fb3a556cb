/** Illustration of the empty event list. */
export function EventsIllustration() {
  return (
    <svg viewBox="0 0 320 128" fill="none" aria-hidden="true">
      <rect x="40.5" y="16.5" width="239" height="95" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      {[
        { y: 40, dot: "var(--ok-dot)", width: 92 },
        { y: 64, dot: "var(--info-dot)", width: 70 },
        { y: 88, dot: "var(--warn-dot)", width: 84 },
      ].map(({ y, dot, width }) => (
        <g key={y}>
          <rect x="56" y={y - 3} width="38" height="6" rx="3" fill="var(--line)" />
          <circle cx="112" cy={y} r="4" fill={dot} />
          <rect x="124" y={y - 3} width="34" height="6" rx="3" fill="var(--line2)" />
          <rect x="172" y={y - 3} width={width} height="6" rx="3" fill="var(--line)" />
        </g>
      ))}
      <path d="M41 52.500h238M41 76.500h238" stroke="var(--line)" />
    </svg>
  );
}
