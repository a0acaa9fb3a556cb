import { useTranslation } from "@/lib/i18n/translation";
import classes from "./plain-page.module.css";

export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <main className={classes.page} aria-busy="true">
      <p className={classes.quiet}>{t("app.loading")}</p>
    </main>
  );
}
