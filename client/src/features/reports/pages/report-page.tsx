import { Stack } from "@mantine/core";
import { AdviceList } from "@/features/advice/public";
import { Panel } from "@/ui/components/panel";
import { ComparisonCard } from "../components/comparison-card";
import { DevicesCard } from "../components/devices-card";
import { LinksTable } from "../components/links-table";
import { LossesCard } from "../components/losses-card";
import { MetricsRow } from "../components/metrics-row";
import { OverTimeChart } from "../components/over-time-chart";
import { ReportFrame } from "../components/report-frame";
import { SendingCard } from "../components/sending-card";
import type { ReportType } from "../report-ref";
import classes from "./report-page.module.css";

/** Live overview of a campaign. */
export function ReportPage({ type }: { readonly type: ReportType }) {
  return (
    <ReportFrame type={type}>
      {(report, of) => (
        <Stack gap="sm">
          <SendingCard report={report} canAct={type === "email-marketing"} />
          <AdviceList campaignId={of.id} />
          <div className={classes.columns}>
            <Panel gap={0} miw={0} style={{ overflow: "hidden" }}>
              <MetricsRow figures={report.figures} machines={of.machines} />
              <OverTimeChart report={report} of={of} />
            </Panel>
            <div className={classes.side}>
              <LossesCard report={report} canAct={type === "email-marketing"} />
              <DevicesCard of={of} />
            </div>
          </div>
          <LinksTable of={of} fileName={report.campaign.name} maxRows={5} />
          <ComparisonCard of={of} figures={report.figures} fileName={report.campaign.name} />
        </Stack>
      )}
    </ReportFrame>
  );
}
