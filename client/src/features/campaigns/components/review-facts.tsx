import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import { LoadFailed } from "@/ui/components/load-failed";
import type { Campaign } from "../campaigns-data";
import type { TestSetting } from "../draft";

interface Props {
  readonly campaign: Campaign;
  /** Number of recipients at the start; undefined while counting. */
  readonly now: number | undefined;
  /** How many of the selected contacts do not get it: excluded, suppressed or paused. */
  readonly skipped: number | undefined;
  /** Why the recipients could not be counted. */
  readonly failed?: { readonly failure: unknown; readonly onRetry: () => void } | undefined;
  /** Fact that differs between the variants of an A/B test, which shows it per variant. */
  readonly hides?: "subject" | "sender" | undefined;
  /** Of an A/B test: how many recipients wait for the winner and how it is chosen. */
  readonly waiting?:
    | { readonly count: number; readonly chooses: TestSetting["chooses"]; readonly hours: number }
    | undefined;
  readonly children?: ReactNode;
}

/** Sender, subject and current number of recipients. */
export function ReviewFacts({ campaign, now, skipped, failed, hides, waiting, children }: Props) {
  const { t } = useTranslation();
  const { sender, subject, preheader } = campaign;
  return (
    <Card>
      {failed && now === undefined ? (
        <LoadFailed {...failed} />
      ) : (
        <Text lh="lg" c="var(--text2)" className="figures" role="status">
          {now === undefined ? (
            t("terms.counting")
          ) : (
            <>
              <Text component="b" size="xl" c="var(--text)" fw={600}>
                {formatInteger(now)}
              </Text>{" "}
              {t("campaigns.peopleGet", { count: now })}
            </>
          )}
        </Text>
      )}
      {waiting && waiting.count > 0 ? (
        <Text size="xs" c="dimmed">
          {t(`campaigns.getWinner.${waiting.chooses}`, {
            count: waiting.hours,
            people: t("terms.recipientsCount", { count: waiting.count, total: formatInteger(waiting.count) }),
          })}
        </Text>
      ) : null}
      {skipped ? (
        <Text size="xs" c="dimmed">
          {t("campaigns.leftOut", { total: formatInteger(skipped) })}
        </Text>
      ) : null}
      <DescriptionList>
        {hides === "sender" ? null : (
          <>
            <dt>{t("terms.from")}</dt>
            <dd>{sender ? `${sender.name} <${sender.email}>` : t("campaigns.see.nobody")}</dd>
          </>
        )}
        {hides === "subject" ? null : (
          <>
            <dt>{t("terms.subject")}</dt>
            <dd dir="auto">{subject || t("campaigns.see.noSubject")}</dd>
          </>
        )}
        {preheader && hides !== "subject" ? (
          <>
            <dt>{t("terms.previewText")}</dt>
            <dd dir="auto">{preheader}</dd>
          </>
        ) : null}
      </DescriptionList>
      {children}
    </Card>
  );
}
