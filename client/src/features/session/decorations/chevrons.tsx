import { Frame, getShade, SIDE } from "./frame";

/** Chevrons that fall toward an envelope. */
export function Chevrons() {
  const rows = Array.from({ length: 34 }, (_, index) => -260 + index * 36);
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={getShade(7)} />
      <g fill="none" strokeWidth="1.6">
        {rows.map((y, index) => (
          <path
            key={y}
            d={`M-20 ${y}L400 ${y + 210}L820 ${y}`}
            stroke={getShade(5)}
            opacity={0.25 + (index % 5) * 0.11}
          />
        ))}
      </g>
      <g transform="translate(292 326)">
        <rect width="216" height="144" rx="14" fill={getShade(0)} />
        <g fill="none" strokeLinecap="round" strokeLinejoin="round">
          <path d="M5 136l74-66M211 136l-74-66" stroke={getShade(3)} strokeWidth="2.4" />
          <path d="M3 14l105 74L213 14" stroke={getShade(4)} strokeWidth="4" />
        </g>
      </g>
    </Frame>
  );
}
