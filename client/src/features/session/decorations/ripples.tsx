import { Frame, getShade, SIDE } from "./frame";

/** Rings on water, and the drop that made them. */
export function Ripples() {
  const rings = Array.from({ length: 16 }, (_, index) => 40 + index * 46);
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill="#0C2824" />
      <g fill="none">
        {rings.map((radius, index) => (
          <ellipse
            key={radius}
            cx="400"
            cy="480"
            rx={radius * 1.5}
            ry={radius * 0.86}
            stroke={index === 2 || index === 6 ? getShade(4) : getShade(6)}
            strokeWidth={index === 2 || index === 6 ? 3 : 1.6}
            opacity={index === 2 || index === 6 ? 0.95 : 0.55 - index * 0.02}
          />
        ))}
      </g>
      <g transform="translate(400 288)">
        <path d="M0-88c44 56 58 86 58 116a58 58 0 0 1-116 0C-58-2-44-32 0-88z" fill={getShade(5)} />
        <path d="M-30 34a34 34 0 0 0 26 32" fill="none" stroke="#FFFFFF" strokeWidth="6" strokeLinecap="round" />
      </g>
    </Frame>
  );
}
