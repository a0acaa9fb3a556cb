import { Frame, getShade, SIDE } from "./frame";

const CELL = 80;
const CELLS = SIDE / CELL;

type Piece = "none" | "up" | "down" | "left" | "right" | "arch" | "dot";
/** A row of the pattern; each following row is shifted by three pieces. */
const PIECES: readonly Piece[] = ["down", "none", "up", "dot", "none", "right", "arch", "none", "up", "left"];

function renderPiece(piece: Piece, x: number, y: number, fill: string) {
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

/** Half circles, arches and dots on the vendor's colour. */
export function Shapes() {
  const fills = [getShade(3), "#FFFFFF", getShade(1)];
  const cells = Array.from({ length: CELLS * CELLS }, (_, index) => ({
    column: index % CELLS,
    row: Math.floor(index / CELLS),
  }));
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={getShade(2)} />
      {cells.map(({ column, row }) => (
        <g key={`${column}:${row}`}>
          {renderPiece(
            PIECES[(column + row * 3) % PIECES.length] ?? "none",
            column * CELL,
            row * CELL,
            fills[(column + row * 2) % fills.length] ?? getShade(3),
          )}
        </g>
      ))}
    </Frame>
  );
}
