import { Box, Button, Flex, NativeSelect, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useLabels } from "@/features/lookups/public";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { ChoiceList } from "@/ui/components/choice-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { StatusDot } from "@/ui/components/status-dot";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import {
  MONTHS,
  SUNSET_ACTIONS,
  type SunsetChoice,
  type SunsetRule,
  useSaveSunset,
  useSunsetPreview,
} from "./hygiene-data";
import { NumberField } from "./number-field";
import { parseWholeNumber } from "./numbers";

interface Props {
  readonly rule: SunsetRule | null;
  readonly canEdit: boolean;
}

interface SunsetDraft {
  readonly months: number;
  readonly leastSent: string;
  readonly act: SunsetChoice["act"];
  readonly labelId: number | null;
}

const MAX_SENT_EMAILS = 100;
const PREVIEW_MS = 400;
const DEFAULT_DRAFT: SunsetDraft = { months: 6, leastSent: "5", act: "label", labelId: null };

function toDraft({ months, leastSent, act, labelId }: SunsetRule): SunsetDraft {
  return { months, leastSent: String(leastSent), act, labelId };
}

/** The valid policy for the typed values; undefined while one is missing. */
function parseChoice({ months, leastSent, act, labelId }: SunsetDraft): SunsetChoice | undefined {
  const least = parseWholeNumber(leastSent, 1, MAX_SENT_EMAILS);
  if (least === undefined || (act === "label" && labelId === null)) return undefined;
  return { months, leastSent: least, act, ...(act === "label" ? { labelId } : {}) };
}

/** The sunset policy: which inactive contacts it selects, and its daily action on them. */
export function SunsetCard({ rule, canEdit }: Props) {
  const { t } = useTranslation();
  const { data: labels = [] } = useLabels();
  const stored = rule ? toDraft(rule) : DEFAULT_DRAFT;
  const saveSunset = useSaveSunset();
  const form = useForm({
    initial: stored,
    validate: ({ leastSent, act, labelId }) => ({
      ...(parseWholeNumber(leastSent, 1, MAX_SENT_EMAILS) === undefined
        ? { leastSent: t("hygiene.sentBounds", { most: MAX_SENT_EMAILS }) }
        : {}),
      ...(act === "label" && labelId === null ? { labelId: t("hygiene.chooseLabel") } : {}),
    }),
    failure: saveSunset.error,
    onValid: ({ values }) => {
      if (choice && !isIdle) save(true, choice, () => form.markSaved(values));
    },
  });
  const draft = form.values;
  const choice = parseChoice(draft);
  const isOn = rule?.enabled ?? false;
  const isChanged = !rule || form.isDirty;
  const isIdle = isOn && !isChanged;
  const [asked] = useDebouncedValue(choice, PREVIEW_MS);
  const { data: count } = useSunsetPreview(asked);

  function save(enabled: boolean, saved: SunsetChoice, onSaved: () => void): void {
    saveSunset.mutate(
      { body: { ...saved, enabled } },
      {
        onSuccess: () => {
          onSaved();
          toast("success", t(enabled ? "hygiene.sunsetOn" : "hygiene.sunsetOff"));
        },
      },
    );
  }

  const months = MONTHS.some((each) => each === draft.months)
    ? MONTHS
    : [...MONTHS, draft.months].sort((a, b) => a - b);
  return (
    <Card
      title={t("terms.sunsetRule")}
      aside={
        <Text span size="sm">
          <StatusDot kind={isOn ? "ok" : "off"}>{t(isOn ? "terms.on" : "terms.off")}</StatusDot>
        </Text>
      }
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm" lh="md" c="var(--text2)">
            {t("hygiene.sunsetHelp")}
          </Text>
          <Flex gap="md" wrap="wrap">
            <NumberField
              {...form.text("leastSent")}
              label={t("hygiene.leastSent")}
              most={MAX_SENT_EMAILS}
              isReadOnly={!canEdit}
            />
            <NativeSelect
              label={t("terms.period")}
              disabled={!canEdit}
              value={draft.months}
              error={form.errorOf("months")}
              onChange={({ currentTarget }) => form.edit("months", Number(currentTarget.value))}
            >
              {months.map((each) => (
                <option key={each} value={each}>
                  {t("hygiene.monthCount", { count: each })}
                </option>
              ))}
            </NativeSelect>
          </Flex>
          <Text size="sm" lh="md" c="var(--text2)">
            {t("hygiene.openedNone")}
          </Text>
          <ChoiceList
            legend={t("hygiene.then")}
            value={draft.act}
            options={SUNSET_ACTIONS.map((act) => ({
              value: act,
              label: t(`hygiene.acts.${act}`),
              help: t(`hygiene.actHelp.${act}`),
            }))}
            look="framed"
            isDisabled={!canEdit}
            onChange={(act) => form.edit("act", act)}
          />
          {draft.act === "label" ? (
            <NativeSelect
              label={t("words.label")}
              disabled={!canEdit}
              value={draft.labelId ?? ""}
              error={form.errorOf("labelId")}
              onChange={({ currentTarget }) => form.edit("labelId", Number(currentTarget.value) || null)}
            >
              <option value="">{t(labels.length > 0 ? "hygiene.chooseLabel" : "words.noLabelsYet")}</option>
              {labels.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          ) : null}
          <Box
            component="p"
            m={0}
            py={10}
            px="sm"
            bdrs="md"
            bg="var(--sunken)"
            c="var(--text2)"
            className="figures"
            role="status"
          >
            {choice && count !== undefined
              ? t("hygiene.matchNow", { count, total: formatInteger(count) })
              : t("hygiene.previewLater")}
          </Box>
          <Text size="sm" lh="md" c="var(--text2)">
            {isOn && rule && !isChanged
              ? t(rule.announced ? "hygiene.nextRun" : "hygiene.counting", { at: formatDateTime(rule.nextAt) })
              : t("hygiene.firstCounts")}
          </Text>
          <FailureNotice error={form.failure} />
          {canEdit ? (
            <FormActions>
              {isOn && rule ? (
                <Button
                  variant="default"
                  loading={saveSunset.isPending}
                  onClick={() => {
                    const storedChoice = parseChoice(stored);
                    if (storedChoice) save(false, storedChoice, form.discard);
                  }}
                >
                  {t("hygiene.turnOff")}
                </Button>
              ) : null}
              <Button type="submit" variant="filled" aria-disabled={isIdle || undefined} loading={saveSunset.isPending}>
                {t(isOn ? "terms.saveChanges" : "terms.turnOn")}
              </Button>
            </FormActions>
          ) : null}
        </Stack>
      </form>
    </Card>
  );
}
