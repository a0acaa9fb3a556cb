import type { ReactNode } from "react";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import { Panel } from "@/ui/components/panel";
import { formatShare } from "../bases";
import type { Report } from "../reports-data";
import { ResendIndeterminateButton } from "./resend-indeterminate-button";

interface Row {
  readonly key: string;
  readonly value: number;
  readonly note: string;
  readonly act?: ReactNode;
}

/** Bounces, unsubscribes and complaints, each with its base. */
export function LossesCard({ report, canAct }: { readonly report: Report; readonly canAct: boolean }) {
  const { t } = useTranslation();
  const { figures, reasons } = report;
  const { sent, failed, inDoubt, delivered, hardBounced, softBounced, retried } = figures;
  const submitted = sent + failed + inDoubt;
  const bounced = hardBounced + softBounced;
  const bouncedShare = formatShare(bounced, "attempted", submitted, t);
  const rows: readonly Row[] = [
    {
      key: "bounced",
      value: bounced,
      note:
        bounced > 0
          ? `${bouncedShare}, ${t("reports.hardSoft", { hard: formatInteger(hardBounced), soft: formatInteger(softBounced) })}`
          : bouncedShare,
    },
    ...(retried > 0 ? [{ key: "waiting", value: retried, note: t("reports.waitingHelp") }] : []),
    ...(inDoubt > 0
      ? [
          {
            key: "inDoubt",
            value: inDoubt,
            note: t("reports.inDoubtHelp"),
            act: canAct ? <ResendIndeterminateButton report={report} /> : null,
          },
        ]
      : []),
    { key: "suppressed", value: figures.suppressed, note: t("reports.suppressedHelp") },
    ...(figures.skipped > 0 ? [{ key: "skipped", value: figures.skipped, note: t("reports.skippedHelp") }] : []),
    {
      key: "unsubscribed",
      value: figures.unsubscribed,
      note: [
        formatShare(figures.unsubscribed, "delivered", delivered, t),
        ...reasons.map(({ reason, count }) => `${formatInteger(count)} ${t(`reports.reasons.${reason}`)}`),
      ].join(", "),
    },
    { key: "complained", value: figures.complained, note: formatShare(figures.complained, "delivered", delivered, t) },
  ];
  return (
    <Panel component="section" px="md" py={4} aria-label={t("reports.losses")}>
      <DescriptionList layout="rows">
        {rows.map(({ key, value, note, act }) => (
          <div key={key}>
            <dt>
              {t(toTextKey(`reports.${key}`))}
              <small>{note}</small>
              {act}
            </dt>
            <dd>{formatInteger(value)}</dd>
          </div>
        ))}
      </DescriptionList>
    </Panel>
  );
}
