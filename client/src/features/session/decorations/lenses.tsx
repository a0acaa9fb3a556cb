import { Frame, getShade, SIDE } from "./frame";

const RADIUS = 92;
const ROW = RADIUS * Math.sqrt(3);
const COLUMNS = Math.ceil(SIDE / RADIUS) + 2;
const ROWS = Math.ceil(SIDE / ROW) + 2;

/** The intersection of two neighbouring circles of the pattern. */
function buildLensPath(x: number, y: number): string {
  const half = ROW / 2;
  return `M${x} ${y - half}a${RADIUS} ${RADIUS} 0 0 1 0 ${ROW}a${RADIUS} ${RADIUS} 0 0 1 0 ${-ROW}z`;
}

/** Overlapping circles that are lighter where they meet. */
export function Lenses() {
  const rounds = Array.from({ length: COLUMNS * ROWS }, (_, index) => ({
    x: (index % COLUMNS) * RADIUS - RADIUS / 2,
    y: Math.floor(index / COLUMNS) * ROW - ROW / 4,
  }));
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={getShade(8)} />
      <g fill="none" stroke={getShade(5)} strokeWidth="1.6" opacity="0.6">
        {rounds.map(({ x, y }) => (
          <circle key={`${x}:${y}`} cx={x} cy={y} r={RADIUS} />
        ))}
      </g>
      {rounds.map(({ x, y }, index) => (
        <path
          key={`${x}:${y}`}
          d={buildLensPath(x + RADIUS / 2, y)}
          fill={getShade(6)}
          opacity={0.18 + ((index * 7) % 5) * 0.14}
        />
      ))}
      <g transform="translate(400 400)">
        <circle cx="-62" r="124" fill={getShade(4)} opacity="0.9" />
        <circle cx="62" r="124" fill={getShade(2)} opacity="0.9" />
        <path d="M0-107.4a124 124 0 0 1 0 214.8a124 124 0 0 1 0-214.8z" fill="#FFFFFF" />
      </g>
    </Frame>
  );
}
