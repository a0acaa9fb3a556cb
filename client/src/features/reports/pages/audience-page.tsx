import { Stack } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { EngagementSwitch } from "../components/engagement-switch";
import { LocationsCard } from "../components/locations-card";
import { ReportFrame } from "../components/report-frame";
import { ShareCard } from "../components/share-card";
import { formatKind } from "../format-kind";
import type { ReportRef, ReportType } from "../report-ref";
import { type Engagement, type Report, useBrowsers, useDevices } from "../reports-data";
import classes from "./report-page.module.css";

/** Devices and locations of the opens or clicks. */
export function AudiencePage({ type }: { readonly type: ReportType }) {
  return <ReportFrame type={type}>{(report, of) => <Audience report={report} of={of} />}</ReportFrame>;
}

function Audience({ report, of }: { readonly report: Report; readonly of: ReportRef }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const did: Engagement = params.get("of") === "clicks" ? "clicks" : "opens";
  const devices = useDevices(of, did);
  const browsers = useBrowsers(of, did);
  const nameOf = (name: string) => formatKind(name, t);
  const shared = { did, nameOf, fileName: report.campaign.name } as const;

  function choose(next: Engagement): void {
    const changed = new URLSearchParams(params);
    if (next === "clicks") changed.set("of", next);
    else changed.delete("of");
    setParams(changed, { preventScrollReset: true, replace: true });
  }

  return (
    <Stack gap="sm">
      <div className={classes.toolbar}>
        <EngagementSwitch did={did} onChange={choose} />
        <p>{t("reports.audienceHelp")}</p>
      </div>
      <div className={classes.pair}>
        <ShareCard
          {...shared}
          title={t("reports.devicesTitle")}
          query={devices}
          colour={1}
          itemsOf={({ items }) => items}
          totalOf={({ total }) => total}
        />
        <ShareCard
          {...shared}
          title={t("reports.clients")}
          query={browsers}
          colour={2}
          itemsOf={({ clients }) => clients}
          totalOf={({ total }) => total}
        />
        <ShareCard
          {...shared}
          title={t("reports.programs")}
          query={browsers}
          colour={3}
          itemsOf={({ items }) => items}
          totalOf={({ total }) => total}
        />
        <ShareCard
          {...shared}
          title={t("reports.systems")}
          query={browsers}
          colour={5}
          itemsOf={({ systems }) => systems}
          totalOf={({ total }) => total}
        />
      </div>
      <LocationsCard of={of} did={did} fileName={report.campaign.name} />
    </Stack>
  );
}
