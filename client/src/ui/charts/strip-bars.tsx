import { usePlotArea, useXAxisScale } from "recharts";
import { integer } from "@/lib/filters";
import type { Point, Series } from "./series";

interface Props {
  readonly points: readonly Point[];
  readonly strip: Series;
  /** Where the time axis ends, in milliseconds. */
  readonly end: number;
}

/** Room under the time axis that the bars need. */
export const STRIP_PX = 56;
const BARS_PX = 46;
/** From the end of the lines' room to the top of the bars: the words of the axis stand between. */
const AXIS_PX = 30;
const GAP_PX = 1;
/** Wider they would be blocks, not bars. */
const MOST_PX = 12;

/** A measure in bars on the time axis of the chart above, the tallest as high as the strip, with the last value beside. */
export function StripBars({ points, strip, end }: Props) {
  const area = usePlotArea();
  const toX = useXAxisScale();
  if (!area || !toX || points.length === 0) return null;
  const values = points.map(({ values: all }) => all[strip.key] ?? 0);
  const most = Math.max(1, ...values);
  const base = area.y + area.height + AXIS_PX + BARS_PX;
  const step = points.length > 1 ? (toX(end) ?? 0) - area.x : area.width;
  const width = Math.min(MOST_PX, Math.max(1, step / Math.max(1, points.length - 1) - GAP_PX));
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
          {integer(values.at(-1) ?? 0)}
        </tspan>
      </text>
    </g>
  );
}
