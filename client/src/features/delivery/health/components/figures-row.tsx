import { rate } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { Figure } from "@/ui/components/figure";
import { Panel } from "@/ui/components/panel";
import type { Totals } from "../health-status";

/** Totals of all marketing email in the period. */
export function FiguresRow({ totals }: { readonly totals: Totals }) {
  const { t } = useTranslation();
  const ofHanded = (part: number) =>
    t("delivery.ofHanded", { rate: rate(part, totals.handed), total: integer(totals.handed) });
  return (
    <Panel>
      <Columns count={5} minWidth={150} isLined>
        <Figure label={t("terms.delivered")} value={integer(totals.delivered)} base={ofHanded(totals.delivered)} />
        <Figure
          label={t("delivery.hardBounced")}
          value={integer(totals.hardBounced)}
          base={ofHanded(totals.hardBounced)}
        />
        <Figure
          label={t("delivery.softBounced")}
          value={integer(totals.softBounced)}
          base={ofHanded(totals.softBounced)}
        />
        <Figure label={t("delivery.classes.block")} value={integer(totals.blocked)} base={ofHanded(totals.blocked)} />
        <Figure
          label={t("terms.spamComplaints")}
          value={integer(totals.complained)}
          base={t("delivery.ofDelivered", {
            rate: rate(totals.complained, totals.delivered),
            total: integer(totals.delivered),
          })}
        />
      </Columns>
    </Panel>
  );
}
