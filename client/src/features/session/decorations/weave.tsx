import { Frame, getShade, SIDE } from "./frame";

const CELL = 96;
const STRIPS = 3;
const STRIP = CELL / STRIPS;
/** The pattern is rotated by 45 degrees, so it must extend beyond the frame. */
const CELLS = 14;
const START = SIDE / 2 - (CELL * CELLS) / 2;

/** A woven mat with a leaf on it. */
export function Weave() {
  const cells = Array.from({ length: CELLS * CELLS }, (_, index) => ({
    column: index % CELLS,
    row: Math.floor(index / CELLS),
  }));
  return (
    <Frame>
      <rect width={SIDE} height={SIDE} fill={getShade(9)} />
      <g transform={`rotate(45 ${SIDE / 2} ${SIDE / 2})`}>
        {cells.map(({ column, row }) => {
          const isAcross = (column + row) % 2 === 0;
          return Array.from({ length: STRIPS }, (_, strip) => {
            const x = START + column * CELL + (isAcross ? 0 : strip * STRIP);
            const y = START + row * CELL + (isAcross ? strip * STRIP : 0);
            return (
              <rect
                key={`${column}:${row}:${y + x}`}
                x={x + 2}
                y={y + 2}
                width={(isAcross ? CELL : STRIP) - 4}
                height={(isAcross ? STRIP : CELL) - 4}
                rx="5"
                fill={getShade(isAcross ? 8 : 7)}
                opacity={strip === 1 ? 1 : 0.82}
              />
            );
          });
        })}
      </g>
      <g transform="translate(400 400) rotate(-38)">
        <path
          d="M0-176c86 54 112 122 92 198C78 78 44 112 0 132c-44-20-78-54-92-110C-112-54-86-122 0-176z"
          fill={getShade(1)}
        />
        <g fill="none" stroke={getShade(5)} strokeWidth="5" strokeLinecap="round">
          <path d="M0-138V196" />
          <path
            d="M0-74l44-34M0-74l-44-34M0-14l64-48M0-14l-64-48M0 46l62-46M0 46l-62-46M0 98l42-32M0 98l-42-32"
            strokeWidth="3.4"
          />
        </g>
      </g>
    </Frame>
  );
}
