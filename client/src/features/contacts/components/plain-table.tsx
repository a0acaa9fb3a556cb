import type { ReactNode } from "react";
import { Pager } from "@/ui/table/pager";
import classes from "./plain-table.module.css";

interface Head {
  readonly label: string;
  readonly isNumber?: boolean;
}

interface Props {
  readonly label: string;
  readonly heads: readonly Head[];
  /** Whether a last column holds what is done to a row. */
  readonly hasActions: boolean;
  /** The rows: a heading, a cell for each further head, and the actions. */
  readonly children: ReactNode;
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly totalIsExact?: boolean;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** A page of records: a table, on a phone a block for each, and what leads to the other pages. */
export function PlainTable({ label, heads, hasActions, children, totalIsExact = true, ...pager }: Props) {
  return (
    <>
      <div className={classes.card}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head.label} scope="col" className={head.isNumber ? classes.number : undefined}>
                  {head.label}
                </th>
              ))}
              {hasActions ? <th aria-hidden="true" /> : null}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      <div className={classes.pager}>
        <Pager {...pager} totalIsExact={totalIsExact} />
      </div>
    </>
  );
}
