import { Box } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import classes from "../health.module.css";
import type { Problem } from "../standing";

/** Advice for each problem, or a short confirmation if there is none. */
export function AdviceCard({ problems }: { readonly problems: readonly Problem[] }) {
  const { t } = useTranslation();
  return (
    <Card title={t("delivery.advice")}>
      {problems.length === 0 ? (
        <Box component="p" lh="md" m={0} c="var(--text2)">
          {t("delivery.allWell")}
        </Box>
      ) : null}
      {problems.map((problem) => (
        <div key={problem}>
          <h3 className={classes.topic}>{t(`delivery.problems.${problem}.title`)}</h3>
          <Advice problem={problem} />
        </div>
      ))}
    </Card>
  );
}

const STEPS = ["first", "second", "third"] as const;

export function Advice({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.advice}>
      {STEPS.map((step) => (
        <li key={step}>{t(`delivery.problems.${problem}.${step}`)}</li>
      ))}
    </ol>
  );
}
