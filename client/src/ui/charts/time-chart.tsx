import { useElementSize } from "@mantine/hooks";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatInteger } from "@/lib/filters";
import { EndLabels, measureEndLabels } from "./end-labels";
import { buildTicks, formatShort, type LabelledTime, type Point, type Series } from "./series";
import { STRIP_PX, StripBars } from "./strip-bars";
import classes from "./time-chart.module.css";
import { Totals } from "./totals";

interface Props {
  /** Accessible description of the chart. The table view has the same data. */
  readonly label: string;
  readonly series: readonly Series[];
  readonly points: readonly Point[];
  readonly tickOf: (at: number) => string;
  readonly titleOf: (at: number) => string;
  /** The last period is not over: its line is dashed and its point hollow. */
  readonly isUnfinished?: boolean;
  /** The data is live: the last point has a halo. */
  readonly isLive?: boolean;
  /** Expected end of the data; the time up to it is hatched. */
  readonly expectedEnd?: LabelledTime | undefined;
  /** Unit after the last value of each line, such as "a minute". */
  readonly unitWords?: string;
  /** Totals by series for the legend. The label at the end of a line is always its last value. */
  readonly totals?: Readonly<Record<string, number>>;
  /** Another metric of the same time, as separate bars below the lines; never a second scale. */
  readonly strip?: Series | undefined;
}

const HEIGHT = 236;
const RIGHT_PX = 138;
const NARROW_RIGHT_PX = 112;
const NARROW_PX = 520;
const MARGIN = { top: 14, left: 0 } as const;

type Row = { readonly at: number } & Readonly<Record<string, number | null>>;

/** The finished part of each line, separate from its last step, which can be dashed. */
function buildRows(points: readonly Point[], series: readonly Series[], isUnfinished: boolean): readonly Row[] {
  const last = points.length - 1;
  return points.map(({ at, values }, index) => {
    const row: Record<string, number | null> = {};
    for (const { key } of series) {
      const value = values[key] ?? null;
      row[key] = isUnfinished && index === last && last > 0 ? null : value;
      row[`${key}:open`] = isUnfinished && index >= last - 1 ? value : null;
    }
    return { ...row, at } as Row;
  });
}

/** Lines over time, labelled at their right ends, with one tooltip for all series. */
export function TimeChart(props: Props) {
  const {
    label,
    series,
    points,
    tickOf,
    titleOf,
    isUnfinished = false,
    isLive = false,
    expectedEnd,
    unitWords,
    totals,
    strip,
  } = props;
  const { ref, width, height } = useElementSize();
  const rows = buildRows(points, series, isUnfinished);
  const most = Math.max(0, ...points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)));
  const ticks = buildTicks(most, 3);
  const top = ticks.at(-1) ?? 1;
  const first = points[0]?.at ?? 0;
  const last = points.at(-1)?.at ?? 0;
  const end = Math.max(last, expectedEnd?.at ?? 0);
  const isNarrow = width < NARROW_PX;
  const ends = { point: points.at(-1), series, unitWords: isNarrow ? undefined : unitWords };
  const right = Math.max(isNarrow ? NARROW_RIGHT_PX : RIGHT_PX, measureEndLabels(ends));
  const lines = series.map((one) => ({ ...one, stroke: `var(--chart-${one.colour})` }));
  return (
    <>
      {totals ? <Totals totals={totals} series={strip ? [...series, strip] : series} /> : null}
      <div ref={ref} className={classes.chart} role="img" aria-label={label} data-strip={strip ? true : undefined}>
        {width > 0 ? (
          <div className={classes.drawing}>
            <ComposedChart
              width={width}
              height={Math.max(HEIGHT + (strip ? STRIP_PX : 0), height)}
              data={rows as Row[]}
              margin={{ ...MARGIN, bottom: strip ? STRIP_PX : 0, right }}
              accessibilityLayer={false}
            >
              <defs>
                <pattern
                  id="time-ahead"
                  width="6"
                  height="6"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <path d="M0 0v6" stroke="var(--line)" strokeWidth="1.5" />
                </pattern>
              </defs>
              <CartesianGrid vertical={false} stroke="var(--line)" />
              <XAxis
                dataKey="at"
                type="number"
                domain={[first, end > first ? end : first + 1]}
                scale="time"
                tickFormatter={(at) => tickOf(Number(at))}
                tickLine={false}
                axisLine={{ stroke: "var(--line2)" }}
                minTickGap={isNarrow ? 40 : 56}
                tick={TICK}
                height={26}
              />
              <YAxis
                width={44}
                domain={[0, top]}
                ticks={[...ticks]}
                tickFormatter={(value) => formatShort(Number(value))}
                tickLine={false}
                axisLine={false}
                tick={TICK}
              />
              {expectedEnd && expectedEnd.at > last ? (
                <ReferenceArea x1={last} x2={expectedEnd.at} fill="url(#time-ahead)" fillOpacity={1} />
              ) : null}
              {expectedEnd && expectedEnd.at > last ? (
                <ReferenceLine
                  x={expectedEnd.at}
                  stroke="var(--text3)"
                  strokeDasharray="2 3"
                  label={{ value: expectedEnd.label, position: "insideTopRight", ...TICK }}
                />
              ) : null}
              {lines.map(({ key, stroke }, index) =>
                index === 0 ? (
                  <Area
                    key={key}
                    dataKey={key}
                    type="linear"
                    stroke={stroke}
                    strokeWidth={2}
                    strokeLinejoin="round"
                    fill={stroke}
                    fillOpacity={0.06}
                    isAnimationActive={false}
                    activeDot={DOT}
                  />
                ) : (
                  <Line
                    key={key}
                    dataKey={key}
                    type="linear"
                    stroke={stroke}
                    strokeWidth={2}
                    strokeLinejoin="round"
                    dot={points.length === 1}
                    isAnimationActive={false}
                    activeDot={DOT}
                  />
                ),
              )}
              {isUnfinished
                ? lines.map(({ key, stroke }) => (
                    <Line
                      key={`${key}:open`}
                      dataKey={`${key}:open`}
                      type="linear"
                      stroke={stroke}
                      strokeWidth={2}
                      strokeDasharray="2 3.5"
                      dot={false}
                      activeDot={false}
                      isAnimationActive={false}
                      tooltipType="none"
                    />
                  ))
                : null}
              <Tooltip
                cursor={{ stroke: "var(--text3)", strokeDasharray: "2 3" }}
                isAnimationActive={false}
                content={({ active, label: at }) => {
                  const point = active ? points.find((one) => one.at === Number(at)) : undefined;
                  return point ? (
                    <div className={classes.tooltip}>
                      <b>{titleOf(point.at)}</b>
                      <dl>
                        {(strip ? [...lines, { ...strip, stroke: `var(--chart-${strip.colour})` }] : lines).map(
                          ({ key, label: name, stroke }) => (
                            <div key={key}>
                              <dt>
                                <i style={{ background: stroke }} />
                                {name}
                              </dt>
                              <dd>{formatInteger(point.values[key] ?? 0)}</dd>
                            </div>
                          ),
                        )}
                      </dl>
                    </div>
                  ) : null;
                }}
              />
              {strip ? <StripBars points={points} strip={strip} end={end} /> : null}
              <EndLabels {...ends} look={isLive ? "live" : isUnfinished ? "hollow" : "plain"} />
            </ComposedChart>
          </div>
        ) : null}
      </div>
    </>
  );
}

const TICK = { fill: "var(--text3)", fontSize: 11.5 } as const;
const DOT = { r: 4, strokeWidth: 2, stroke: "var(--surface)" } as const;
