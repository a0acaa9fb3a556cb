/** Illustration of the empty state: bars below a line. */
export function HealthIllustration() {
  return (
    <svg width="180" height="96" viewBox="0 0 180 96" fill="none" aria-hidden="true">
      <path d="M8 84h164" stroke="var(--line2)" />
      {[18, 30, 12, 22, 16, 34, 20, 14].map((height, index) => (
        <rect key={height} x={14 + index * 20} y={84 - height} width="12" height={height} rx="2" fill="var(--line2)" />
      ))}
      <path d="M8 34h164" stroke="var(--text3)" strokeDasharray="4 4" />
    </svg>
  );
}
