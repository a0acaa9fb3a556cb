import { Box, Fieldset, Group, NativeSelect, Radio, Text } from "@mantine/core";
import { Link } from "react-router";
import { useLabels, useSegments, useTopics } from "@/features/lookups/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import type { RecipientCount } from "../composer-data";
import { hasRecipients } from "../draft";
import { CountBreakdown } from "../extras/count-breakdown";
import { Exclusions } from "../extras/exclusions";
import { SetChoices } from "../extras/set-choices";
import type { ComposerHandle } from "../use-composer";
import { EditedField } from "./edited-field";
import { Section } from "./section";

interface Props {
  readonly composer: ComposerHandle;
  readonly count: RecipientCount | undefined;
}

/** Choice of the recipients, with their number. */
export function RecipientsSection({ composer, count }: Props) {
  const { t } = useTranslation();
  const { recipients } = composer.draft;
  const labels = useLabels();
  const segments = useSegments();
  const isNobody = !hasRecipients(recipients);
  const failed = [labels, segments].find(({ isLoadingError }) => isLoadingError);

  function toggle(kind: "labelIds" | "segmentIds", id: number): void {
    const before = recipients[kind];
    const ids = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
    composer.edit({ recipients: { ...recipients, all: false, [kind]: ids } });
  }

  return (
    <Section
      id="composer-recipients"
      title={t("terms.recipients")}
      aside={
        <Text size="sm" c="var(--text2)" className="figures" role="status" aria-live="polite">
          {isNobody ? (
            t("campaigns.nobodyYet")
          ) : count ? (
            <Box component="b" c="var(--text)" fw={500}>
              {t("terms.recipientsCount", { count: count.count, total: formatInteger(count.count) })}
            </Box>
          ) : (
            t("terms.counting")
          )}
        </Text>
      }
    >
      <EditedField composer={composer} field="recipients">
        <Fieldset variant="unstyled" legend={t("campaigns.whoGets")}>
          <Group gap="8px 24px">
            <Radio
              label={t("campaigns.everyone")}
              name="recipients"
              checked={recipients.all}
              onChange={() => composer.edit({ recipients: { ...recipients, all: true } })}
            />
            <Radio
              label={t("campaigns.byLabel")}
              name="recipients"
              checked={!recipients.all}
              onChange={() => composer.edit({ recipients: { ...recipients, all: false } })}
            />
          </Group>
        </Fieldset>
        {recipients.all ? null : failed ? (
          <LoadFailed failure={failed.error} onRetry={() => void failed.refetch()} />
        ) : labels.data?.length === 0 && segments.data?.length === 0 ? (
          <Text size="xs" c="dimmed">
            {t("campaigns.noSets")} <Link to="/contacts/labels">{t("campaigns.toLabels")}</Link>{" "}
            <Link to="/contacts/segments">{t("campaigns.toSegments")}</Link>
          </Text>
        ) : (
          <>
            <SetChoices
              title={t("words.labels")}
              rows={labels.data}
              chosen={recipients.labelIds}
              onToggle={(id) => toggle("labelIds", id)}
            />
            <SetChoices
              title={t("words.segments")}
              rows={segments.data}
              chosen={recipients.segmentIds}
              onToggle={(id) => toggle("segmentIds", id)}
            />
          </>
        )}
        {isNobody ? null : <Exclusions composer={composer} />}
        <TopicChoice
          chosen={recipients.topicId}
          onChoose={(topicId) => composer.edit({ recipients: { ...recipients, topicId } })}
        />
        {count && !isNobody ? <CountBreakdown count={count} /> : null}
      </EditedField>
    </Section>
  );
}

interface TopicProps {
  readonly chosen: number | null;
  readonly onChoose: (topicId: number | null) => void;
}

/** Topic of the campaign: only contacts who accept it are recipients. Hidden if the team has no topics. */
function TopicChoice({ chosen, onChoose }: TopicProps) {
  const { t } = useTranslation();
  const { data: topics } = useTopics();
  if (!topics || (topics.length === 0 && chosen === null)) return null;
  const isGone = chosen !== null && !topics.some((topic) => topic.id === chosen);
  return (
    <NativeSelect
      label={t("campaigns.topic")}
      description={t("campaigns.topicHelp")}
      inputWrapperOrder={["label", "input", "description"]}
      maw={320}
      value={chosen ?? ""}
      data={[
        { value: "", label: t("campaigns.noTopic") },
        ...topics.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isGone ? [{ value: String(chosen), label: t("campaigns.goneSet") }] : []),
      ]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value ? Number(currentTarget.value) : null)}
    />
  );
}
