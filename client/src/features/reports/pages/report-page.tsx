import { useParams } from "react-router";
import { DevicesCard } from "../components/devices-card";
import { FiguresRow } from "../components/figures-row";
import { LinksTable } from "../components/links-table";
import { LossesCard } from "../components/losses-card";
import { OverTimeChart } from "../components/over-time-chart";
import { ReportFrame } from "../components/report-frame";
import { SendingCard } from "../components/sending-card";
import classes from "./report-page.module.css";

/** What a campaign does, as it happens. */
export function ReportPage() {
  const { id = "" } = useParams();
  return (
    <ReportFrame id={id}>
      {(report) => (
        <div className={classes.report}>
          <SendingCard report={report} />
          <div className={classes.columns}>
            <div className={classes.main}>
              <FiguresRow figures={report.figures} />
              <OverTimeChart report={report} />
            </div>
            <div className={classes.side}>
              <LossesCard report={report} />
              <DevicesCard id={id} />
            </div>
          </div>
          <LinksTable id={id} />
        </div>
      )}
    </ReportFrame>
  );
}
