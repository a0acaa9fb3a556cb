import { Frame, getShade, SIDE } from "./frame";

interface Swell {
  readonly top: number;
  readonly length: number;
  readonly height: number;
  readonly start: number;
  readonly shade: number;
}

/** From the horizon to the shore: nearer waves are longer, higher and darker. */
const SWELLS: readonly Swell[] = [
  { top: 400, length: 170, height: 9, start: -40, shade: 4 },
  { top: 440, length: 220, height: 15, start: -150, shade: 5 },
  { top: 496, length: 280, height: 21, start: -60, shade: 6 },
  { top: 566, length: 350, height: 28, start: -240, shade: 7 },
  { top: 650, length: 430, height: 34, start: -110, shade: 8 },
  { top: 742, length: 520, height: 38, start: -330, shade: 9 },
];

function buildOutline({ top, length, height, start }: Swell): string {
  const half = length / 2;
  const count = Math.ceil((SIDE - start) / length) + 1;
  const crests = Array.from(
    { length: count },
    () =>
      `c${half * 0.36} 0 ${half * 0.64} ${-height * 2} ${half} ${-height * 2}s${half * 0.64} ${height * 2} ${half} ${height * 2}`,
  ).join("");
  return `M${start} ${top}${crests}V${SIDE}H${start}z`;
}

/** A low sun over the sea. */
export function Waves() {
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={getShade(1)} />
      <circle cx="400" cy="372" r="196" fill={getShade(2)} />
      <circle cx="400" cy="372" r="128" fill={getShade(3)} />
      {SWELLS.map((swell) => (
        <path key={swell.top} d={buildOutline(swell)} fill={getShade(swell.shade)} />
      ))}
    </Frame>
  );
}
