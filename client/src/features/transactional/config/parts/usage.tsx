import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Subaccount } from "../shapes";
import classes from "./config.module.css";

/** What a subaccount has sent this month, of what it may. */
export function Usage({ subaccount: { used, monthlyLimit } }: { readonly subaccount: Subaccount }) {
  const { t } = useTranslation();
  if (monthlyLimit === null) return <>{t("transactional.config.subaccount.usedFree", { used: integer(used) })}</>;
  const share = monthlyLimit > 0 ? Math.min(used / monthlyLimit, 1) : 1;
  return (
    <>
      {t("transactional.config.subaccount.used", { used: integer(used), limit: integer(monthlyLimit) })}
      <div className={classes.meter} aria-hidden="true">
        <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
      </div>
    </>
  );
}
