import classes from "./data-table.module.css";

/** Widths of the placeholders in percent, uneven like words. */
const WIDTHS = [72, 54, 84, 46, 66, 58, 78, 50];

interface Props {
  readonly count: number;
  readonly columns: number;
  /** Number of cells besides the columns: tick box and menu. */
  readonly extra: number;
  readonly label: string;
}

/** Placeholder rows of the final height while the list loads. */
export function SkeletonRows({ count, columns, extra, label }: Props) {
  const cells = columns + extra;
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
    <tr key={row} aria-hidden={row > 0}>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <td key={cell}>
          <span className={classes.bone} style={{ inlineSize: `${WIDTHS[(row * 3 + cell) % WIDTHS.length] ?? 60}%` }} />
          {row === 0 && cell === 0 ? <output className="said">{label}</output> : null}
        </td>
      ))}
    </tr>
  ));
}
