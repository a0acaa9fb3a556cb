import { observeElementOffset, useVirtualizer } from "@tanstack/react-virtual";
import { startTransition, useDeferredValue, useEffect, useEffectEvent, useRef } from "react";
import { type DataTableProps, ROW_PX, TableFrame } from "./data-table";

/** Rows rendered beyond the visible ones, so that a fast scroll shows no gap. */
const OVERSCAN = 8;

interface Props<Row> extends DataTableProps<Row> {
  readonly endless: {
    /** All rows of the list, loaded or not. */
    readonly count: number;
    /** The row at `index`, or undefined while it is not loaded. */
    readonly rowAt: (index: number) => Row | undefined;
    /** Called with the indexes of the first and last visible row. */
    readonly onRange: (first: number, last: number) => void;
  };
}

/** A virtual list: only the visible rows are in the document. */
export function EndlessTable<Row>({ endless, ...props }: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = props.isDense ? ROW_PX.dense : ROW_PX.normal;
  const virtual = useVirtualizer({
    count: endless.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    // Rows render between frames: a synchronous render blocks the scroll, for several frames on a slow machine.
    useFlushSync: false,
    observeElementOffset: (instance, moved) =>
      observeElementOffset(instance, (...place) => startTransition(() => moved(...place))),
  });
  // New rows are deferred for the same reason.
  const rowAt = useDeferredValue(endless.rowAt);
  const inSight = virtual.getVirtualItems();
  const first = inSight[0]?.index ?? 0;
  const last = inSight.at(-1)?.index ?? -1;

  const reportRange = useEffectEvent((from: number, to: number) => endless.onRange(from, to));
  useEffect(() => {
    if (last >= first) startTransition(() => reportRange(first, last));
  }, [first, last]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height moves every row
  useEffect(() => virtual.measure(), [rowPx]);

  if (props.status === "ready" && endless.count === 0 && props.empty) return props.empty;
  return (
    <TableFrame
      {...props}
      shown={inSight.map(({ index }) => ({ index, row: rowAt(index) }))}
      window={{
        scroller,
        count: endless.count,
        beforePx: first * rowPx,
        afterPx: Math.max(0, (endless.count - last - 1) * rowPx),
      }}
    />
  );
}
