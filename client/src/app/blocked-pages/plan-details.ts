import { useQuery } from "@tanstack/react-query";
import { planQuery, useMe } from "@/features/session/public";
import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";

/** Team, plan and its end date, for the screens about the plan. */
export function usePlanDetails(): readonly { readonly label: string; readonly value: string }[] {
  const { t } = useTranslation();
  const team = useMe()?.team?.name;
  const plan = useQuery(planQuery).data;
  return [
    ...(team ? [{ label: t("words.team"), value: team }] : []),
    ...(plan?.name ? [{ label: t("terms.plan"), value: plan.name }] : []),
    ...(plan?.expiredDate
      ? [{ label: t(plan.isExpired ? "gates.ended" : "gates.ends"), value: formatDateTime(plan.expiredDate) }]
      : []),
  ];
}
