import classes from "../pages/report-page.module.css";
import bones from "./report-skeleton.module.css";

/** The shape of a report while it is on its way. */
export function ReportSkeleton() {
  return (
    <div className={classes.report} aria-hidden="true">
      <div className={classes.columns}>
        <div className={bones.bone} style={{ blockSize: 400 }} />
        <div className={classes.side}>
          <div className={bones.bone} style={{ blockSize: 220 }} />
          <div className={bones.bone} style={{ blockSize: 168 }} />
        </div>
      </div>
      <div className={bones.bone} style={{ blockSize: 200 }} />
    </div>
  );
}
