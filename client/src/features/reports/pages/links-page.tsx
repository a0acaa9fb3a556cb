import { ClickMapCard } from "../components/click-map-card";
import { LinksTable } from "../components/links-table";
import { ReportFrame } from "../components/report-frame";
import type { ReportType } from "../report-ref";
import classes from "./links-page.module.css";

/** Clicks on the email itself and as a list. */
export function LinksPage({ type }: { readonly type: ReportType }) {
  return (
    <ReportFrame type={type}>
      {({ campaign, parts }, of) => (
        <div className={classes.links}>
          <ClickMapCard of={of} variants={parts.map(({ variant }) => variant)} />
          <LinksTable of={of} fileName={campaign.name} look="narrow" />
        </div>
      )}
    </ReportFrame>
  );
}
