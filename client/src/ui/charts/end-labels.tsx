import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import { formatInteger } from "@/lib/filters";
import { type Point, type Series, spreadLabels } from "./series";

interface Props {
  readonly point: Point | undefined;
  readonly series: readonly Series[];
  readonly unitWords: string | undefined;
  readonly look: "plain" | "hollow" | "live";
}

/** Minimum vertical distance between labels. */
const GAP_PX = 15;

/** Average width of a character of a label, and the padding of the label, in pixels. */
const CHARACTER_PX = 6.4;
const PADDING_PX = 20;

/** Width in pixels of the longest label, which is right of the last point. */
export function measureEndLabels({ point, series, unitWords }: Omit<Props, "look">): number {
  if (!point) return 0;
  const lengths = series.map(({ key, label }) => label.length + describeValue(point.values[key], unitWords).length);
  return Math.ceil(Math.max(0, ...lengths) * CHARACTER_PX) + PADDING_PX;
}

function describeValue(value: number | null | undefined, unitWords: string | undefined): string {
  return `${formatInteger(value ?? 0)}${unitWords ? ` ${unitWords}` : ""}`;
}

/** Name and last value of each line at its end. Totals are in the legend. */
export function EndLabels({ point, series, unitWords, look }: Props) {
  const area = usePlotArea();
  const toX = useXAxisScale();
  const toY = useYAxisScale();
  if (!point || !area || !toX || !toY) return null;
  const x = toX(point.at) ?? 0;
  const heights = series.map(({ key }) => toY(point.values[key] ?? 0) ?? 0);
  const places = spreadLabels(heights, GAP_PX, area.y + area.height);
  return (
    <g>
      {series.map(({ key, label, colour }, index) => {
        const y = heights[index] ?? 0;
        const colours = { line: `var(--chart-${colour})`, words: `var(--chart-${colour}-label)` };
        return (
          <g key={key}>
            {look === "live" ? <circle cx={x} cy={y} r={8} fill={colours.line} opacity={0.16} /> : null}
            <circle
              cx={x}
              cy={y}
              r={look === "hollow" ? 3.5 : 4}
              fill={look === "hollow" ? "var(--surface)" : colours.line}
              stroke={look === "hollow" ? colours.line : "var(--surface)"}
              strokeWidth={1.75}
            />
            <text x={x + 12} y={(places[index] ?? y) + 4} fontSize={12}>
              <tspan fill={colours.words} fontWeight={500}>
                {label}
              </tspan>
              <tspan fill="var(--text2)" dx={5}>
                {describeValue(point.values[key], unitWords)}
              </tspan>
            </text>
          </g>
        );
      })}
    </g>
  );
}
