import { NativeSelect, Text } from "@mantine/core";
import { formatDecimal } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { Segmented } from "@/ui/components/segmented";
import { EditedField } from "../../components/edited-field";
import { Section } from "../../components/section";
import type { TestSetting } from "../../draft";
import { useTestAdvice } from "../ab-data";
import { DECISION_MODES, getLetter, METRICS, MIN_RECIPIENTS, TESTED_PROPERTIES } from "../rules";
import type { AbComposer } from "../use-ab-composer";
import { withSample } from "../variants";
import { NumberField } from "./number-field";
import classes from "./test-section.module.css";

const MAX_WAIT_HOURS = 168;
const MAX_SAMPLE_PERCENT = 98;
const INPUT_ORDER: ("label" | "input" | "description")[] = ["label", "input", "description"];

interface Props {
  readonly id: string;
  readonly composer: AbComposer;
}

/** Settings of the test: tested element, sample size and winner rule, with advice on significance. */
export function TestSection({ id, composer }: Props) {
  const { t } = useTranslation();
  const { test, variants } = composer.draft;
  const sample = 100 - test.winnerShare;
  const change = (part: Partial<Omit<TestSetting, "winnerShare">>): void =>
    composer.edit({ test: { ...test, ...part } });
  return (
    <Section id="composer-test" title={t("abTests.setting")}>
      <EditedField composer={composer} field="test">
        <Segmented
          label={t("abTests.tested")}
          value={test.tested}
          onChange={(tested) => change({ tested })}
          options={TESTED_PROPERTIES.map((value) => ({ value, label: t(`abTests.testedOf.${value}`) }))}
        />
        <Text size="xs" c="dimmed">
          {t(`abTests.testedHelp.${test.tested}`)}
        </Text>
        <div className={classes.fields}>
          <NumberField
            label={t("abTests.sample")}
            description={t("abTests.sampleHelp", { winner: test.winnerShare })}
            name="sample"
            numbers={composer.numbers}
            value={sample}
            min={variants.length}
            max={MAX_SAMPLE_PERCENT}
            suffix="%"
            onEdit={(percent) => composer.editParts(withSample({ test, variants }, percent))}
          />
          <NativeSelect
            inputWrapperOrder={INPUT_ORDER}
            label={t("abTests.metric")}
            description={t("abTests.metricHelp")}
            value={test.metric}
            onChange={(event) =>
              change({ metric: METRICS.find((one) => one === event.currentTarget.value) ?? "clicks" })
            }
            data={METRICS.map((value) => ({ value, label: t(`abTests.metrics.${value}`) }))}
          />
          <NativeSelect
            inputWrapperOrder={INPUT_ORDER}
            label={t("abTests.chooses")}
            description={t(`abTests.choosesHelp.${test.chooses}`)}
            value={test.chooses}
            onChange={(event) =>
              change({ chooses: DECISION_MODES.find((one) => one === event.currentTarget.value) ?? "rule" })
            }
            data={DECISION_MODES.map((value) => ({ value, label: t(`abTests.choosesBy.${value}`) }))}
          />
          <NumberField
            label={t("abTests.wait")}
            description={t("abTests.waitHelp")}
            name="wait"
            numbers={composer.numbers}
            value={test.waitHours}
            min={1}
            max={MAX_WAIT_HOURS}
            onEdit={(waitHours) => change({ waitHours })}
          />
        </div>
        <AdviceLines id={id} metric={test.metric} />
      </EditedField>
    </Section>
  );
}

/** Formats a share from 0 to 1 as percentage points. */
function formatPoints(share: number): string {
  return formatDecimal(share * 100, share * 100 >= 10 ? 0 : 1);
}

function AdviceLines({ id, metric }: { readonly id: string; readonly metric: TestSetting["metric"] }) {
  const { t } = useTranslation();
  const { data: advice, isError, error, refetch } = useTestAdvice(id);
  if (!advice && isError) return <LoadFailed failure={error} onRetry={() => void refetch()} />;
  if (!advice)
    return (
      <Text size="xs" c="dimmed">
        {t("abTests.advice.loading")}
      </Text>
    );
  const { recipients, detectable } = advice;
  if (recipients < MIN_RECIPIENTS) {
    return (
      <p className={classes.advice} data-kind="bad" role="status">
        {t("abTests.advice.tooFew", { least: MIN_RECIPIENTS, total: formatInteger(recipients) })}
      </p>
    );
  }
  const sizes = advice.variants.map((size, number) => `${getLetter(number)} ${formatInteger(size)}`).join(", ");
  const goal = advice.needed.findLast(({ difference }) => detectable === null || difference < detectable);
  return (
    <div className={classes.advice} role="status">
      <p>{t("abTests.advice.sizes", { sizes, rest: formatInteger(advice.rest) })}</p>
      <p>
        {detectable === null
          ? t("abTests.advice.nothing")
          : t("abTests.advice.detectable", {
              points: formatPoints(detectable),
              base: formatPoints(advice.baseRate),
            })}{" "}
        {t(advice.isAssumed ? `abTests.advice.assumed.${metric}` : `abTests.advice.known.${metric}`)}
      </p>
      {goal ? (
        <p>
          {t("abTests.advice.needed", { points: formatPoints(goal.difference), total: formatInteger(goal.perVariant) })}
        </p>
      ) : null}
    </div>
  );
}
