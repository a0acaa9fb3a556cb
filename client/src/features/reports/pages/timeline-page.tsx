import { Stack } from "@mantine/core";
import { useSearchParams } from "react-router";
import { buildSpan, readRange, writeRange } from "@/lib/date-range";
import { PeakHoursCard } from "../components/peak-hours-card";
import { ReportFrame } from "../components/report-frame";
import { TimelineCard } from "../components/timeline-card";
import type { ReportRef, ReportType } from "../report-ref";
import { type Report, usePeak } from "../reports-data";

/** Opens and clicks over time and by hour of the week, with the sending progress. */
export function TimelinePage({ type }: { readonly type: ReportType }) {
  return <ReportFrame type={type}>{(report, of) => <Timeline report={report} of={of} />}</ReportFrame>;
}

function Timeline({ report, of }: { readonly report: Report; readonly of: ReportRef }) {
  const [params, setParams] = useSearchParams();
  const now = Date.now();
  const range = readRange(params, now);
  const span = buildSpan(range, now);
  const peak = usePeak(of, span);
  return (
    <Stack gap="sm">
      <TimelineCard
        report={report}
        peak={peak}
        range={range}
        onRange={(next) => setParams(writeRange(next, params), { preventScrollReset: true })}
      />
      <PeakHoursCard peak={peak} fileName={report.campaign.name} />
    </Stack>
  );
}
