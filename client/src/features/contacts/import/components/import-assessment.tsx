import { Box, Checkbox, Fieldset, Flex, Group, Stack, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Panel } from "@/ui/components/panel";
import { StateBadge } from "@/ui/components/state-badge";
import type { AddressRisk } from "../import-machine";
import type { PreparedImport } from "../imports-data";
import classes from "./import-assessment.module.css";

type Assessment = PreparedImport["verdict"];
type Finding = Assessment["findings"][number]["kind"];

const KINDS = { good: "ok", look: "warn", risky: "bad" } as const;
/** The findings whose rows each choice excludes. */
const EXCLUDED_FINDINGS: Readonly<Record<AddressRisk, readonly Finding[]>> = {
  refused: ["bounced", "complained", "unsubscribed", "suppressed"],
  disposable: ["disposable"],
  role: ["role"],
};
const ADDRESS_RISKS = ["refused", "disposable", "role"] as const;
/** Findings that are informative and harmless. */
const HARMLESS_FINDINGS: ReadonlySet<Finding> = new Set(["existing", "free"]);
/** These count rows, the others addresses. */
const ROW_FINDINGS: ReadonlySet<Finding> = new Set(["syntax", "duplicate"]);

interface Props {
  readonly verdict: Assessment;
  readonly leaveOut: readonly AddressRisk[];
  readonly onLeaveOut: (leaveOut: readonly AddressRisk[]) => void;
}

/** Assessment of the list's quality: a rating, its findings with samples, and options to exclude risky rows. */
export function ImportAssessment({ verdict, leaveOut, onLeaveOut }: Props) {
  const { t } = useTranslation();
  const counts = new Map(verdict.findings.map(({ kind, count }) => [kind, count]));
  const choices = ADDRESS_RISKS.map((doubt) => ({
    doubt,
    count: EXCLUDED_FINDINGS[doubt].reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0),
  })).filter(({ count }) => count > 0);
  return (
    <Panel component="section" gap="sm" p="md" aria-labelledby="import-verdict">
      <Group gap="4px 10px">
        <Text component="h2" size="sm" fw={600} id="import-verdict">
          {t("contacts.verdict.title")}
        </Text>
        <StateBadge kind={KINDS[verdict.word]}>{t(`contacts.verdict.words.${verdict.word}`)}</StateBadge>
        <Text span size="sm" c="var(--text2)">
          {t(`contacts.verdict.means.${verdict.word}`)}
        </Text>
      </Group>
      {verdict.findings.length > 0 ? (
        <ul className={classes.findings}>
          {verdict.findings.map(({ kind, count, samples }) => (
            <li key={kind}>
              <details className={classes.finding}>
                <summary>
                  <IconChevronRight size={14} stroke={1.9} aria-hidden="true" />
                  <span className={classes.kind} data-kind={HARMLESS_FINDINGS.has(kind) ? "plain" : "warn"}>
                    {t(`contacts.verdict.findings.${kind}`)}
                  </span>
                  <Box component="span" ta="end" className="figures">
                    {formatInteger(count)}
                  </Box>
                  <Box component="span" ta="end" c="var(--text2)" className="figures">
                    {formatPercentageOf(count, ROW_FINDINGS.has(kind) ? verdict.rows : verdict.addresses)}
                  </Box>
                </summary>
                <p>{t(`contacts.verdict.advice.${kind}`)}</p>
                <Flex
                  component="ul"
                  gap="4px 8px"
                  wrap="wrap"
                  pb={10}
                  pe="sm"
                  ps={34}
                  aria-label={t("contacts.verdict.samples")}
                >
                  {samples.filter(Boolean).map((sample) => (
                    <Text
                      component="li"
                      size="xs"
                      truncate
                      py={1}
                      px={6}
                      bdrs="xs"
                      maw="100%"
                      bd="1px solid var(--line)"
                      bg="var(--sunken)"
                      key={sample}
                    >
                      <bdi>{sample}</bdi>
                    </Text>
                  ))}
                </Flex>
              </details>
            </li>
          ))}
        </ul>
      ) : null}
      {choices.length > 0 ? (
        <Fieldset variant="unstyled" legend={t("contacts.verdict.leaveOut")}>
          <Stack gap="xs">
            {choices.map(({ doubt, count }) => (
              <Checkbox
                key={doubt}
                label={t(`contacts.verdict.leaves.${doubt}`, { count, total: formatInteger(count) })}
                checked={leaveOut.includes(doubt)}
                onChange={({ currentTarget: { checked } }) =>
                  onLeaveOut(checked ? [...leaveOut, doubt] : leaveOut.filter((other) => other !== doubt))
                }
              />
            ))}
          </Stack>
        </Fieldset>
      ) : null}
    </Panel>
  );
}
