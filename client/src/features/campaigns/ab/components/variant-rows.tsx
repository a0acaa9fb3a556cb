import { Button, Flex, Group, Stack, Text } from "@mantine/core";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { formatPlainSubject } from "@/lib/plain-subject";
import { StateBadge } from "@/ui/components/state-badge";
import type { AbComparison, AbTest, VariantMetrics } from "../ab-data";
import { getLetter } from "../rules";
import classes from "./variant-rows.module.css";

interface Props {
  readonly test: AbTest;
  readonly comparison: AbComparison;
  /** Undefined without permission or if there is nothing left to choose. */
  readonly onChoose: ((variant: VariantMetrics) => void) | undefined;
}

/** Compares the variants: content, metrics and confidence interval. */
export function VariantRows({ test, comparison, onChoose }: Props) {
  const { t } = useTranslation();
  const { variants } = comparison;
  const { metric, tested, winner } = comparison.test;
  // A shared scale makes the intervals comparable.
  const most = Math.max(0.05, ...variants.filter(({ delivered }) => delivered > 0).map(({ high }) => high));
  const percent = (share: number): string => `${Math.min(100, (share / most) * 100)}%`;

  function whatOf(number: number): string {
    const variant = test.variants[number];
    if (!variant) return "";
    if (tested === "subject") return formatPlainSubject(variant.subject);
    if (tested === "time") return t("abTests.afterStart", { hours: Math.round(variant.delayMinutes / 6) / 10 });
    return variant.name;
  }

  return (
    <Stack component="ol" gap={0} aria-label={t("terms.variants")}>
      {variants.map((variant) => {
        const { number, delivered } = variant;
        const hits = metric === "clicks" ? variant.clicked : variant.opened;
        const isWinner = winner === number;
        return (
          <li key={variant.variantId} className={classes.row} data-winner={isWinner || undefined}>
            <Group gap="xs" miw={0} style={{ alignContent: "start" }}>
              <b className={classes.letter}>{getLetter(number)}</b>
              {variant.name && tested !== "sender" && tested !== "content" ? (
                <Text span inherit truncate maw="100%" fw={500}>
                  {variant.name}
                </Text>
              ) : null}
              <Text span inherit truncate flex="1 1 120px" miw={0} c="var(--text)" dir="auto" title={whatOf(number)}>
                {whatOf(number) || variant.name}
              </Text>
              {isWinner ? <StateBadge kind="ok">{t("abTests.winner")}</StateBadge> : null}
              {onChoose ? (
                <Button size="xs" onClick={() => onChoose(variant)}>
                  {t("abTests.choose", { letter: getLetter(number) })}
                </Button>
              ) : null}
            </Group>
            <Stack gap={6}>
              <Flex
                component="p"
                gap="4px 8px"
                align="baseline"
                wrap="wrap"
                fz="sm"
                lh="sm"
                m={0}
                c="var(--text2)"
                className="figures"
              >
                <Text component="b" size="xl" lh="lg" c="var(--text)" fw={600}>
                  {formatPercentageOf(hits, delivered)}
                </Text>{" "}
                <span>
                  {delivered > 0
                    ? t("abTests.between", {
                        low: formatPercentageOf(variant.low, 1),
                        high: formatPercentageOf(variant.high, 1),
                      })
                    : t("abTests.nothingYet")}
                </span>
              </Flex>
              <div className={classes.track} aria-hidden="true">
                {delivered > 0 ? (
                  <>
                    <i
                      className={classes.span}
                      style={{
                        insetInlineStart: percent(variant.low),
                        inlineSize: `calc(${percent(variant.high)} - ${percent(variant.low)})`,
                      }}
                    />
                    <i className={classes.dot} style={{ insetInlineStart: percent(variant.rate) }} />
                  </>
                ) : null}
              </div>
            </Stack>
            <dl className={classes.figures}>
              <div>
                <dt>{t("terms.recipients")}</dt>
                <dd>{formatInteger(variant.recipients)}</dd>
              </div>
              <div>
                <dt>{t("terms.delivered")}</dt>
                <dd>{formatInteger(delivered)}</dd>
              </div>
              <div>
                <dt>{t("terms.opened")}</dt>
                <dd>
                  {formatInteger(variant.opened)} <small>{formatPercentageOf(variant.opened, delivered)}</small>
                </dd>
              </div>
              <div>
                <dt>{t("terms.clicked")}</dt>
                <dd>
                  {formatInteger(variant.clicked)} <small>{formatPercentageOf(variant.clicked, delivered)}</small>
                </dd>
              </div>
              <div>
                <dt title={t("abTests.machinesHelp")}>{t("abTests.machines")}</dt>
                <dd className={classes.apart}>
                  {t("abTests.machineDid", {
                    opened: formatInteger(variant.machineOpened),
                    clicks: formatInteger(variant.machineClicks),
                  })}
                </dd>
              </div>
            </dl>
          </li>
        );
      })}
    </Stack>
  );
}
