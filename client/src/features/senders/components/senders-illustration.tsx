/** Illustration of the empty list: a verified and an unverified sender. */
export function SendersIllustration() {
  return (
    <svg viewBox="0 0 320 128" fill="none" aria-hidden="true">
      <rect x="20.5" y="0.5" width="279" height="60" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <circle cx="48" cy="30" r="12" fill="var(--vendor-tint2)" />
      <rect x="72" y="20" width="84" height="7" rx="3.5" fill="var(--line2)" />
      <rect x="72" y="34" width="128" height="6" rx="3" fill="var(--line)" />
      <circle cx="276" cy="30" r="9" fill="var(--ok-tint)" />
      <path d="m272 30 3 3 5-6" stroke="var(--ok-dot)" strokeWidth="1.75" strokeLinecap="round" />
      <rect
        x="20.5"
        y="68.5"
        width="279"
        height="59"
        rx="9.5"
        stroke="var(--line2)"
        strokeDasharray="4 4"
        fill="var(--page)"
      />
      <circle cx="48" cy="98" r="12" fill="var(--line)" />
      <rect x="72" y="88" width="62" height="7" rx="3.5" fill="var(--line)" />
      <rect x="72" y="102" width="104" height="6" rx="3" fill="var(--line)" />
      <circle cx="276" cy="98" r="8" stroke="var(--text3)" strokeWidth="1.5" strokeDasharray="3 3" />
    </svg>
  );
}
