import { type ComponentProps, lazy, Suspense } from "react";
import classes from "./time-chart.module.css";

const Chart = lazy(async () => ({ default: (await import("./time-chart")).TimeChart }));

/** Loads the time chart when the first one is shown, and reserves its space. */
export function TimeChart(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense fallback={<div className={classes.chart} aria-hidden="true" />}>
      <Chart {...props} />
    </Suspense>
  );
}
