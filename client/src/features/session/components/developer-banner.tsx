import { IconCode } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { useTokenMode } from "../session";
import classes from "./developer-banner.module.css";

/** Banner of a session that was opened with a developer token instead of a password (SHELL-127). */
export function DeveloperBanner() {
  const { t } = useTranslation();
  if (!useTokenMode()) return null;
  return (
    <p className={classes.banner} role="status">
      <IconCode size={16} stroke={1.9} aria-hidden="true" />
      <span>{t("steps.developerBanner")}</span>
    </p>
  );
}
