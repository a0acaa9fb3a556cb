import { Box, Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import type { HealthProblem } from "../health-status";

/** Advice for each problem, or a short confirmation if there is none. */
export function AdviceCard({ problems }: { readonly problems: readonly HealthProblem[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("delivery.advice")}>
      {problems.length === 0 ? (
        <Box component="p" lh="md" m={0} c="var(--text2)">
          {t("delivery.allWell")}
        </Box>
      ) : null}
      {problems.map((problem) => (
        <Box key={problem} mb="md">
          <Text component="h3" size="sm" fw={600} m={0} mb={6}>
            {t(`delivery.problems.${problem}.title`)}
          </Text>
          <ProblemAdvice problem={problem} />
        </Box>
      ))}
    </Card>
  );
}

const STEPS = ["first", "second", "third"] as const;

export function ProblemAdvice({ problem }: { readonly problem: HealthProblem }) {
  const { t } = useTranslation();
  return (
    <Box component="ol" lh="md" m={0} ps={18}>
      {STEPS.map((step) => (
        <li key={step}>{t(`delivery.problems.${problem}.${step}`)}</li>
      ))}
    </Box>
  );
}
