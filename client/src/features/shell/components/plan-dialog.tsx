import { Box, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { planQuery, usageQuery } from "@/features/session/public";
import { DATE_LONG } from "@/lib/constants";
import { formatDate } from "@/lib/dates";
import { formatFileSize, formatInteger } from "@/lib/filters";
import { isTextKey, useTranslation } from "@/lib/i18n/translation";
import type { PlanFailure } from "@/lib/plan-failure";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";

interface Props {
  readonly refusal: PlanFailure;
  readonly onClose: () => void;
  readonly onContact: () => void;
}

/** Limits that are shown as sizes instead of numbers. */
const BYTE_LIMITS: ReadonlySet<string> = new Set(["storage", "uploadFile"]);

/** Explains a plan failure: which limit, how much of it is used, when it resets, and what to do. */
export function PlanDialog({ refusal, onClose, onContact }: Props) {
  const { t } = useTranslation();
  const plan = useQuery(planQuery).data;
  const usage = useQuery(usageQuery).data;
  const name = (key: string, fallback: string) => (isTextKey(key) ? t(key) : fallback);

  function limitWords(): { title: string; text: string; meter?: { used: number; limit: number } } {
    if (refusal.kind === "expired") {
      const date = plan?.expiredDate ? formatDate(plan.expiredDate, DATE_LONG) : "";
      return { title: t("shell.plan.expiredTitle"), text: t("shell.plan.expiredText", { date }) };
    }
    const area = name(`shell.plan.areas.${refusal.feature}`, refusal.feature);
    if (refusal.kind === "feature") {
      return { title: t("shell.plan.featureTitle"), text: t("shell.plan.featureText", { area }) };
    }
    const counter = usage?.counters.find(({ subfeature }) => subfeature === refusal.subfeature);
    const shown = BYTE_LIMITS.has(refusal.subfeature) ? formatFileSize : formatInteger;
    const used = refusal.limit - refusal.left;
    const what = name(`shell.plan.limits.${refusal.subfeature}`, refusal.subfeature);
    const resets = counter?.resetsAt ? t("shell.plan.resets", { date: formatDate(counter.resetsAt, DATE_LONG) }) : "";
    return {
      title: t(refusal.left > 0 ? "shell.plan.tooManyTitle" : "shell.plan.fullTitle", { what }),
      text: t("shell.plan.fullText", {
        used: shown(used),
        limit: shown(refusal.limit),
        left: shown(refusal.left),
        resets,
      }),
      ...(refusal.limit > 0 ? { meter: { used, limit: refusal.limit } } : {}),
    };
  }

  const { title, text, meter } = limitWords();
  return (
    <Dialog title={title} onClose={onClose}>
      {meter ? (
        <Box mt={4} mb="sm" bdrs={3} h={6} bg="var(--line2)" style={{ overflow: "hidden" }} aria-hidden="true">
          <Box
            h="100%"
            bg="var(--bad-dot)"
            style={{ inlineSize: `${Math.min(100, (meter.used / meter.limit) * 100)}%` }}
          />
        </Box>
      ) : null}
      <Text c="var(--text2)">{text}</Text>
      <FormActions mt="lg">
        <Button onClick={onClose}>{t("shell.plan.goOn")}</Button>
        <Button variant="filled" data-autofocus onClick={onContact}>
          {t("shell.plan.act")}
        </Button>
      </FormActions>
    </Dialog>
  );
}
