import { Stack } from "@mantine/core";
import { BouncesCard } from "../components/bounces-card";
import { DomainsCard } from "../components/domains-card";
import { ReportFrame } from "../components/report-frame";
import { UnsubscribesCard } from "../components/unsubscribes-card";
import type { ReportType } from "../report-ref";
import classes from "./report-page.module.css";

/** Delivery by domain, bounces with their reasons, and unsubscribes. */
export function DeliveryPage({ type }: { readonly type: ReportType }) {
  return (
    <ReportFrame type={type}>
      {({ campaign, figures }, of) => (
        <Stack gap="sm">
          <DomainsCard of={of} rates={figures.rates} fileName={campaign.name} />
          <div className={classes.pair}>
            <BouncesCard of={of} fileName={campaign.name} />
            <UnsubscribesCard of={of} figures={figures} fileName={campaign.name} />
          </div>
        </Stack>
      )}
    </ReportFrame>
  );
}
