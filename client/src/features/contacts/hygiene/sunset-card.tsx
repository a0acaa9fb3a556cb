import { Box, Button, Flex, NativeSelect, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useId, useState } from "react";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { ChoiceList } from "@/ui/components/choice-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { StatusDot } from "@/ui/components/status-dot";
import { toast } from "@/ui/toasts";
import { useLabels } from "../labels-data";
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
  const hintId = useId();
  const { data: labels = [] } = useLabels();
  const stored = rule ? toDraft(rule) : DEFAULT_DRAFT;
  const [typed, setTyped] = useState<SunsetDraft>();
  const draft = typed ?? stored;
  const choice = parseChoice(draft);
  const isOn = rule?.enabled ?? false;
  const isChanged = !rule || JSON.stringify(draft) !== JSON.stringify(stored);
  const [asked] = useDebouncedValue(choice, PREVIEW_MS);
  const { data: count } = useSunsetPreview(asked);
  const saveSunset = useSaveSunset();
  const change = (part: Partial<SunsetDraft>) => setTyped({ ...draft, ...part });
  const isCountWrong = parseWholeNumber(draft.leastSent, 1, MAX_SENT_EMAILS) === undefined;

  function save(enabled: boolean, storedChoice: SunsetChoice): void {
    saveSunset.mutate(
      { body: { ...storedChoice, enabled } },
      {
        onSuccess: () => {
          setTyped(undefined);
          toast("success", t(enabled ? "hygiene.sunsetOn" : "hygiene.sunsetOff"));
        },
      },
    );
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (choice && (isChanged || !isOn)) save(true, choice);
  }

  const months = MONTHS.some((each) => each === draft.months)
    ? MONTHS
    : [...MONTHS, draft.months].sort((a, b) => a - b);
  const isIdle = !choice || (isOn && !isChanged);
  return (
    <Card
      title={t("terms.sunsetRule")}
      aside={
        <Text span size="sm">
          <StatusDot kind={isOn ? "ok" : "off"}>{t(isOn ? "terms.on" : "terms.off")}</StatusDot>
        </Text>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm" lh="md" c="var(--text2)">
            {t("hygiene.sunsetHelp")}
          </Text>
          <Flex gap="md" wrap="wrap">
            <NumberField
              label={t("hygiene.leastSent")}
              value={draft.leastSent}
              most={MAX_SENT_EMAILS}
              isWrong={isCountWrong}
              describedBy={hintId}
              isReadOnly={!canEdit}
              onChange={(leastSent) => change({ leastSent })}
            />
            <NativeSelect
              label={t("terms.period")}
              disabled={!canEdit}
              value={draft.months}
              onChange={({ currentTarget }) => change({ months: Number(currentTarget.value) })}
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
          {isCountWrong ? (
            <Text size="sm" mt={-8} c="var(--bad)" id={hintId} role="alert">
              {t("hygiene.sentBounds", { most: MAX_SENT_EMAILS })}
            </Text>
          ) : null}
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
            onChange={(act) => change({ act })}
          />
          {draft.act === "label" ? (
            <NativeSelect
              label={t("words.label")}
              disabled={!canEdit}
              value={draft.labelId ?? ""}
              onChange={({ currentTarget }) => change({ labelId: Number(currentTarget.value) || null })}
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
          <FailureNotice error={saveSunset.error} />
          {canEdit ? (
            <FormActions>
              {isOn && rule ? (
                <Button
                  variant="default"
                  loading={saveSunset.isPending}
                  onClick={() => {
                    const storedChoice = parseChoice(stored);
                    if (storedChoice) save(false, storedChoice);
                  }}
                >
                  {t("hygiene.turnOff")}
                </Button>
              ) : null}
              <Button
                type="submit"
                variant="filled"
                aria-disabled={isIdle || undefined}
                loading={saveSunset.isPending}
                onClick={(event) => {
                  if (isIdle) event.preventDefault();
                }}
              >
                {t(isOn ? "terms.saveChanges" : "terms.turnOn")}
              </Button>
            </FormActions>
          ) : null}
        </Stack>
      </form>
    </Card>
  );
}
