import { rate } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import classes from "./rate-cell.module.css";

interface Props {
  readonly part: number;
  readonly whole: number;
}

/** A rate with what it is of. */
export function RateCell({ part, whole }: Props) {
  return (
    <span className={classes.rate} title={`${integer(part)} / ${integer(whole)}`}>
      {rate(part, whole)}
      {whole > 0 ? <small>{integer(part)}</small> : null}
    </span>
  );
}
