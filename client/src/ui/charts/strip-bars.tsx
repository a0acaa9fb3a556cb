import { usePlotArea, useXAxisScale } from "recharts";
import { formatInteger } from "@/lib/filters";
import type { Point, Series } from "./series";

interface Props {
  readonly points: readonly Point[];
  readonly strip: Series;
  /** End of the time axis in milliseconds. */
  readonly end: number;
}

/** Height that the bars need below the time axis. */
export const STRIP_PX = 56;
const BARS_PX = 46;
/** Distance from the bottom of the line area to the top of the bars; the axis labels are in between. */
const AXIS_PX = 30;
const GAP_PX = 1;
/** Maximum width of a bar. */
const MAX_BAR_PX = 12;

/** A metric as bars on the time axis of the chart above, with its last value. The tallest bar fills the strip. */
export function StripBars({ points, strip, end }: Props) {
  const area = usePlotArea();
  const toX = useXAxisScale();
  if (!area || !toX || points.length === 0) return null;
  const values = points.map(({ values: all }) => all[strip.key] ?? 0);
  const most = Math.max(1, ...values);
  const base = area.y + area.height + AXIS_PX + BARS_PX;
  const step = points.length > 1 ? (toX(end) ?? 0) - area.x : area.width;
  const width = Math.min(MAX_BAR_PX, Math.max(1, step / Math.max(1, points.length - 1) - GAP_PX));
  return (
    <g>
      <line x1={area.x} x2={area.x + area.width} y1={base} y2={base} stroke="var(--line2)" />
      {points.map(({ at }, index) => {
        const value = values[index] ?? 0;
        if (value === 0) return null;
        const height = Math.max(1.5, (value / most) * BARS_PX);
        const centre = toX(at) ?? 0;
        return (
          <rect
            key={at}
            x={Math.max(area.x, centre - width / 2)}
            y={base - height}
            width={width}
            height={height}
            rx={1}
            fill={`var(--chart-${strip.colour})`}
          />
        );
      })}
      <text x={area.x + area.width + 14} y={base - 4} fontSize={12} fill={`var(--chart-${strip.colour}-label)`}>
        {strip.label}
        <tspan dx={6} fill="var(--text2)">
          {formatInteger(values.at(-1) ?? 0)}
        </tspan>
      </text>
    </g>
  );
}
