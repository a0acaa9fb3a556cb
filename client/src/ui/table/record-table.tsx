import { Box } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { Panel } from "../components/panel";
import { Pager } from "./pager";
import { SmallTable } from "./small-table";

interface Head {
  readonly label: string;
  readonly isNumber?: boolean;
  /** Hidden on screens of medium width; its cells have `data-spare`. */
  readonly isSpare?: boolean;
}

interface Props {
  readonly label: string;
  readonly heads: readonly Head[];
  /** Whether a last column has the actions of a row. */
  readonly hasActions: boolean;
  /** The rows: a heading, a cell for each further head, and the actions. Undefined while they load. */
  readonly children: ReactNode | undefined;
  readonly pager?: ComponentProps<typeof Pager> | undefined;
}

const SKELETON_ROW_KEYS = ["first", "second", "third"] as const;

function buildCellAttributes({ isNumber, isSpare }: Head) {
  return { "data-align": isNumber ? "end" : undefined, "data-spare": isSpare || undefined };
}

/** Records as a table, and as a block for each on a phone. */
export function RecordTable({ label, heads, hasActions, children, pager }: Props) {
  const isLoading = children === undefined;
  return (
    <>
      <Panel style={{ overflowX: "auto" }}>
        <SmallTable layout="stack" aria-label={label} aria-busy={isLoading}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head.label} scope="col" {...buildCellAttributes(head)}>
                  {head.label}
                </th>
              ))}
              {hasActions ? <th aria-hidden="true" /> : null}
            </tr>
          </thead>
          <tbody>
            {isLoading
              ? SKELETON_ROW_KEYS.map((row) => (
                  <tr key={row} aria-hidden="true">
                    {heads.map((head) => (
                      <td key={head.label} {...buildCellAttributes(head)}>
                        <Box component="span" display="inline-block" w="60%" h={10} bdrs={5} bg="var(--active)" />
                      </td>
                    ))}
                    {hasActions ? <td data-actions /> : null}
                  </tr>
                ))
              : children}
          </tbody>
        </SmallTable>
      </Panel>
      {pager ? <Pager {...pager} /> : null}
    </>
  );
}
