import { initials } from "@/lib/filters";

/** A shade of the vendor, 0 lightest to 9 darkest; the page sets them with its colour. */
function shade(index: number): string {
  return `var(--vendor-shade-${index}, var(--vendor-fill))`;
}

const SIDE = 800;

function Frame({ children }: { readonly children: React.ReactNode }) {
  return (
    <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="xMidYMid slice" role="presentation">
      {children}
    </svg>
  );
}

/** Chevrons that fall toward an envelope. */
function Chevrons() {
  const rows = Array.from({ length: 34 }, (_, index) => -260 + index * 36);
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={shade(7)} />
      <g fill="none" strokeWidth="1.6">
        {rows.map((y, index) => (
          <path key={y} d={`M-20 ${y}L400 ${y + 210}L820 ${y}`} stroke={shade(5)} opacity={0.25 + (index % 5) * 0.11} />
        ))}
      </g>
      <g transform="translate(292 326)">
        <rect width="216" height="144" rx="14" fill={shade(0)} />
        <g fill="none" strokeLinecap="round" strokeLinejoin="round">
          <path d="M5 136l74-66M211 136l-74-66" stroke={shade(3)} strokeWidth="2.4" />
          <path d="M3 14l105 74L213 14" stroke={shade(4)} strokeWidth="4" />
        </g>
      </g>
    </Frame>
  );
}

const CELL = 80;
const CELLS = SIDE / CELL;

type Piece = "none" | "up" | "down" | "left" | "right" | "arch" | "dot";
/** A row of the pattern; each next row is the same turned by three. */
const PIECES: readonly Piece[] = ["down", "none", "up", "dot", "none", "right", "arch", "none", "up", "left"];

function pieceShape(piece: Piece, x: number, y: number, fill: string) {
  const half = CELL / 2;
  const middleX = x + half;
  const middleY = y + half;
  switch (piece) {
    case "up":
      return <path d={`M${x} ${y + CELL}a${half} ${half} 0 0 1 ${CELL} 0z`} fill={fill} />;
    case "down":
      return <path d={`M${x} ${y}a${half} ${half} 0 0 0 ${CELL} 0z`} fill={fill} />;
    case "left":
      return <path d={`M${x + half} ${y}a${half} ${half} 0 0 0 0 ${CELL}z`} fill={fill} />;
    case "right":
      return <path d={`M${x + half} ${y}a${half} ${half} 0 0 1 0 ${CELL}z`} fill={fill} />;
    case "dot":
      return <circle cx={middleX} cy={middleY} r="13" fill="#2A2620" />;
    case "arch":
      return (
        <g fill="none" stroke="#2A2620" strokeWidth="2.6">
          <path d={`M${x + 2} ${y + CELL}a${half - 2} ${half - 2} 0 0 1 ${CELL - 4} 0`} />
          <path d={`M${x + 18} ${y + CELL}a${half - 18} ${half - 18} 0 0 1 ${CELL - 36} 0`} />
        </g>
      );
    case "none":
      return null;
  }
}

/** Half rounds, arches and dots on the vendor's colour. */
function Shapes() {
  const fills = [shade(3), "#FFFFFF", shade(1)];
  const cells = Array.from({ length: CELLS * CELLS }, (_, index) => ({
    column: index % CELLS,
    row: Math.floor(index / CELLS),
  }));
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={shade(2)} />
      {cells.map(({ column, row }) => (
        <g key={`${column}:${row}`}>
          {pieceShape(
            PIECES[(column + row * 3) % PIECES.length] ?? "none",
            column * CELL,
            row * CELL,
            fills[(column + row * 2) % fills.length] ?? shade(3),
          )}
        </g>
      ))}
    </Frame>
  );
}

/** Rings on water, and the drop that made them. */
function Ripples() {
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
            stroke={index === 2 || index === 6 ? shade(4) : shade(6)}
            strokeWidth={index === 2 || index === 6 ? 3 : 1.6}
            opacity={index === 2 || index === 6 ? 0.95 : 0.55 - index * 0.02}
          />
        ))}
      </g>
      <g transform="translate(400 250)">
        <path d="M0-88c44 56 58 86 58 116a58 58 0 0 1-116 0C-58-2-44-32 0-88z" fill={shade(5)} />
        <path d="M-30 34a34 34 0 0 0 26 32" fill="none" stroke="#FFFFFF" strokeWidth="6" strokeLinecap="round" />
      </g>
    </Frame>
  );
}

/** For a vendor without a drawing: its initials in frames of its own shades. */
function Initials({ vendor }: { readonly vendor: string }) {
  const frames = Array.from({ length: 9 }, (_, index) => index);
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={shade(8)} />
      <g fill="none" strokeWidth="2">
        {frames.map((index) => {
          const side = 240 + index * 92;
          return (
            <rect
              key={index}
              x={(SIDE - side) / 2}
              y={(SIDE - side) / 2}
              width={side}
              height={side}
              rx={32 + index * 14}
              stroke={shade(5)}
              opacity={0.75 - index * 0.07}
            />
          );
        })}
      </g>
      <rect x="280" y="280" width="240" height="240" rx="32" fill={shade(0)} />
      <text x="400" y="432" textAnchor="middle" fontSize="92" fontWeight="600" fill={shade(8)}>
        {initials(vendor)}
      </text>
    </Frame>
  );
}

const BY_NAME: Readonly<Record<string, () => React.JSX.Element>> = {
  chevrons: Chevrons,
  shapes: Shapes,
  ripples: Ripples,
};

/** The drawing named `name`, or the vendor's initials. */
export function Drawings({ name, vendor }: { readonly name: string; readonly vendor: string }) {
  const Drawing = BY_NAME[name];
  return Drawing ? <Drawing /> : <Initials vendor={vendor} />;
}
