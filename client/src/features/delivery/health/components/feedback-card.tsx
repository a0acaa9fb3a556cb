import { Text } from "@mantine/core";
import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot } from "@/ui/components/status-dot";
import { SmallTable } from "@/ui/table/small-table";
import type { Feedback } from "../health-data";

/** Bounces and complaints that arrived by email after delivery, quoting the receiving server. */
export function FeedbackCard({ returns }: { readonly returns: readonly Feedback[] }) {
  const { t } = useTranslation();
  const can = useCan();
  const canViewContacts = can("contact.view");
  const canViewReports = can("report.view");
  return (
    <Card title={t("delivery.returns")} isFlush>
      {returns.length === 0 ? (
        <Text size="sm" p="md" c="var(--text2)">
          {t("delivery.noReturns")}
        </Text>
      ) : (
        <SmallTable layout="scroll" aria-label={t("delivery.returns")}>
          <thead>
            <tr>
              <th scope="col">{t("delivery.when")}</th>
              <th scope="col">{t("delivery.what")}</th>
              <th scope="col">{t("words.domain")}</th>
              <th scope="col">{t("terms.serverResponse")}</th>
              <th scope="col">{t("delivery.about")}</th>
            </tr>
          </thead>
          <tbody>
            {returns.map((row) => (
              <tr key={`${row.at}:${row.kind}:${row.contactId}:${row.campaignId}`}>
                <th scope="row">
                  <RelativeTime at={row.at} />
                </th>
                <td>
                  <StatusDot kind={row.kind === "complaint" || row.bounce === "hard" ? "bad" : "warn"}>
                    {row.kind === "complaint"
                      ? t("terms.reportedAsSpam")
                      : t(toTextKey(`delivery.classes.${row.bounce}`))}
                  </StatusDot>
                </td>
                <td>
                  <bdi>{row.domain || "–"}</bdi>
                </td>
                <td data-quiet style={{ minInlineSize: 220, overflowWrap: "anywhere" }}>
                  <bdi>{row.reply || "–"}</bdi>
                </td>
                <td>
                  {row.contactId !== null && canViewContacts ? (
                    <Link to={`/contacts/${row.contactId}`}>{t("words.contact")}</Link>
                  ) : null}
                  {row.contactId !== null && canViewContacts && canViewReports ? " · " : null}
                  {canViewReports ? <Link to={`/campaigns/${row.campaignId}`}>{t("words.campaign")}</Link> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Card>
  );
}
