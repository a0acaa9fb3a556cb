import type { ComponentProps, ReactNode } from "react";
import { Pager } from "@/ui/table/pager";
import classes from "./plain-table.module.css";

interface Head {
  readonly label: string;
  readonly isNumber?: boolean;
  /** Hidden on medium widths; on phones it is a line of its own. Its cells have the class `spare`. */
  readonly isSpare?: boolean;
}

interface Props {
  readonly label: string;
  readonly heads: readonly Head[];
  /** Whether the last column contains the actions of a row. */
  readonly hasActions: boolean;
  /** The rows: a heading, a cell for each further head, and the actions. Undefined while loading. */
  readonly children: ReactNode | undefined;
  /** Present where there can be more than one page. */
  readonly pager?: ComponentProps<typeof Pager> | undefined;
}

function classOf({ isNumber, isSpare }: Head): string {
  return [isNumber && classes.number, isSpare && classes.spare].filter(Boolean).join(" ");
}

const EXPECTED = ["first", "second", "third"] as const;

/** Records as a table, or as one block each on phones. */
export function PlainTable({ label, heads, hasActions, children, pager }: Props) {
  const isLoading = children === undefined;
  return (
    <>
      <div className={classes.card}>
        <table className={classes.table} aria-label={label} aria-busy={isLoading}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head.label} scope="col" className={classOf(head)}>
                  {head.label}
                </th>
              ))}
              {hasActions ? <th aria-hidden="true" /> : null}
            </tr>
          </thead>
          <tbody>
            {isLoading
              ? EXPECTED.map((row) => (
                  <tr key={row} aria-hidden="true">
                    {heads.map((head) => (
                      <td key={head.label} className={classOf(head)}>
                        <span className={classes.skeleton} />
                      </td>
                    ))}
                    {hasActions ? <td className={classes.actions} /> : null}
                  </tr>
                ))
              : children}
          </tbody>
        </table>
      </div>
      {pager ? (
        <div className={classes.pager}>
          <Pager {...pager} />
        </div>
      ) : null}
    </>
  );
}
