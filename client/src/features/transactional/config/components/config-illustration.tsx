interface Props {
  readonly noun: "domain" | "subaccount" | "apikey" | "webhook";
}

/** Illustration of the empty lists: an application connected to the product. */
export function ConfigIllustration({ noun }: Props) {
  return (
    <svg viewBox="0 0 320 128" fill="none" aria-hidden="true">
      <rect x="20.5" y="32.5" width="80" height="64" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <path d="m44 56-9 9 9 9m33-18 9 9-9 9m-11-22-10 26" stroke="var(--text3)" strokeWidth="1.75" />
      <path d="M101 64h118" stroke="var(--line2)" strokeWidth="1.5" strokeDasharray="4 4" />
      <circle cx="160" cy="64" r="22" fill="var(--surface)" stroke="var(--line2)" />
      <Sign noun={noun} />
      <rect x="219.500" y="32.5" width="80" height="64" rx="9.5" fill="var(--surface)" stroke="var(--line2)" />
      <rect x="234" y="48" width="50" height="6" rx="3" fill="var(--line2)" />
      <rect x="234" y="61" width="36" height="6" rx="3" fill="var(--line)" />
      <rect x="234" y="74" width="44" height="6" rx="3" fill="var(--line)" />
    </svg>
  );
}

function Sign({ noun }: Props) {
  const line = {
    stroke: "var(--vendor-fill)",
    strokeWidth: 1.75,
    strokeLinecap: "round",
    strokeLinejoin: "round",
  } as const;
  if (noun === "apikey") {
    return (
      <g {...line}>
        <circle cx="153" cy="69" r="6" />
        <path d="m158 64 12-12m-5 5 4 4" />
      </g>
    );
  }
  if (noun === "webhook") return <path {...line} d="M150 72a6 6 0 1 0 8 2h12a6 6 0 1 0-2-9l-7-11a6 6 0 1 0-7 3l-4 8" />;
  if (noun === "subaccount") {
    return (
      <g {...line}>
        <rect x="149" y="52" width="10" height="10" rx="2" />
        <rect x="163" y="66" width="10" height="10" rx="2" />
        <path d="M154 62v9h9" />
      </g>
    );
  }
  return (
    <g {...line}>
      <circle cx="160" cy="64" r="11" />
      <path d="M149 64h22m-11-11c6 6 6 16 0 22m0-22c-6 6-6 16 0 22" />
    </g>
  );
}
