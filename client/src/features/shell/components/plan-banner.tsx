import { IconAlertTriangle, IconGauge } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { planQuery, usageQuery } from "@/features/session/public";
import { DATE_LONG } from "@/lib/constants";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Strip } from "@/ui/components/strip";
import { useDismissedNotices } from "../dismissed-notices";
import { listPlanNotices } from "../plan-notices";

interface Props {
  /** Opens the contact form for a change of plan. */
  readonly onContact: () => void;
  /** Shown when there is no plan notice: one notice at a time. */
  readonly otherwise: ReactNode;
}

/** The most urgent notice about the plan, over every screen. Only the notice of an ended plan cannot be dismissed. */
export function PlanBanner({ onContact, otherwise }: Props) {
  const { t } = useTranslation();
  // Renders again with every screen, so that a plan that ends while the page is open is noticed.
  useLocation();
  const plan = useQuery(planQuery).data;
  const usage = useQuery(usageQuery).data;
  const [away, putAway] = useDismissedNotices();
  const notice = listPlanNotices(plan, usage, Date.now()).find(
    ({ kind, key }) => kind === "expired" || !away.includes(key),
  );
  if (!notice) return otherwise;
  const isGrave = notice.kind === "expired" || notice.kind === "out";
  const Icon = isGrave ? IconAlertTriangle : IconGauge;
  const words = {
    date: notice.date ? formatDate(notice.date, DATE_LONG) : "",
    used: formatInteger(notice.used ?? 0),
    limit: formatInteger(notice.limit ?? 0),
    resets: notice.resetsAt ? t("shell.plan.resets", { date: formatDate(notice.resetsAt, DATE_LONG) }) : "",
  };
  const key = toTextKey(`shell.plan.${notice.kind}${notice.subfeature ? `.${notice.subfeature}` : ""}`);
  return (
    <aside aria-label={t("shell.plan.label")}>
      <Strip
        kind={isGrave ? "bad" : "warn"}
        icon={<Icon size={16} stroke={1.7} aria-hidden="true" />}
        actions={
          <button type="button" onClick={onContact}>
            {t("shell.plan.act")}
          </button>
        }
        close={
          notice.kind === "expired" ? undefined : { label: t("shell.plan.putAway"), onClick: () => putAway(notice.key) }
        }
      >
        {t(key, words)}
      </Strip>
    </aside>
  );
}
