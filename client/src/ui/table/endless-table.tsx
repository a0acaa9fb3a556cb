import { observeElementOffset, useVirtualizer } from "@tanstack/react-virtual";
import { startTransition, useDeferredValue, useEffect, useEffectEvent, useRef } from "react";
import { type DataTableProps, ROW_PX, TableFrame } from "./data-table";

/** Rows drawn beyond what is seen, so that a flick shows no gap. */
const OVERSCAN = 8;

interface Props<Row> extends DataTableProps<Row> {
  readonly endless: {
    /** All rows of the list, loaded or not. */
    readonly count: number;
    /** The row at `index`, or undefined while it is not loaded. */
    readonly rowAt: (index: number) => Row | undefined;
    /** Called with the rows that are in sight, both ends included. */
    readonly onRange: (first: number, last: number) => void;
  };
}

/** The list as one long scroll: only the rows in sight are in the document, whatever the length. */
export function EndlessTable<Row>({ endless, ...props }: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = props.isDense ? ROW_PX.dense : ROW_PX.normal;
  const virtual = useVirtualizer({
    count: endless.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    // Rows are drawn between frames: what is drawn in one go holds up the scroll, on a slow machine for several frames.
    useFlushSync: false,
    observeElementOffset: (instance, moved) =>
      observeElementOffset(instance, (...place) => startTransition(() => moved(...place))),
  });
  // So are rows that arrive.
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
