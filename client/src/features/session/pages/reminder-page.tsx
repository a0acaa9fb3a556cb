import { IconShieldLock } from "@tabler/icons-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { findInternalPath } from "@/lib/routing";
import { writeStored } from "@/lib/storage";
import { PlainButton } from "@/ui/components/plain-button";
import classes from "./reminder-page.module.css";

/** Recommends two-factor authentication once per browser (SESS-47). */
export function ReminderPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  useEffect(() => writeStored("reminder2fa", "true"), []);
  return (
    <section className={classes.page} aria-labelledby="reminder-title">
      <span className={classes.mark}>
        <IconShieldLock size={28} stroke={1.6} aria-hidden="true" />
      </span>
      <h1 id="reminder-title">{t("steps.reminderTitle")}</h1>
      <p>{t("steps.reminderBody")}</p>
      <div className={classes.actions}>
        <PlainButton to={findInternalPath(search.get("redirect")) ?? "/dashboard"}>
          {t("steps.reminderLater")}
        </PlainButton>
        <PlainButton kind="primary" to="/account/security">
          {t("steps.reminderSetUp")}
        </PlainButton>
      </div>
    </section>
  );
}
