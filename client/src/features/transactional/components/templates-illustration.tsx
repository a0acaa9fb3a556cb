/** Illustration of the empty template list: an email with merge tags. */
export function TemplatesIllustration() {
  return (
    <svg viewBox="0 0 320 128" fill="none" aria-hidden="true">
      <rect x="48.5" y="16.500" width="104" height="95" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <rect x="168.5" y="16.500" width="104" height="95" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      {[36, 56, 76, 92].map((y, index) => (
        <g key={y}>
          <rect x="62" y={y} width={index % 2 === 0 ? 34 : 52} height="6" rx="3" fill="var(--line2)" />
          {index % 2 === 0 ? (
            <rect
              x="100"
              y={y - 2}
              width="36"
              height="10"
              rx="3"
              fill="none"
              stroke="var(--vendor-fill)"
              strokeDasharray="3 3"
            />
          ) : null}
          <rect x="182" y={y} width={index % 2 === 0 ? 74 : 52} height="6" rx="3" fill="var(--line2)" />
        </g>
      ))}
    </svg>
  );
}
