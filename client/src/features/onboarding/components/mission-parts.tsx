import { Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useDismissMission } from "../mission-data";
import classes from "./mission.module.css";

/** Progress as a line. Decorative, because the text beside it says the same. */
export function MissionTrack({ percentage }: { readonly percentage: number }) {
  return (
    <div className={classes.track} aria-hidden="true">
      <div style={{ inlineSize: `${percentage}%` }} />
    </div>
  );
}

/** Dismisses the onboarding steps and says how to restore them. */
export function MissionFooter() {
  const { t } = useTranslation();
  const dismiss = useDismissMission();
  return (
    <footer className={classes.foot}>
      <span>{t("onboarding.comesBack")}</span>
      <Button variant="subtle" size="xs" onClick={() => dismiss.mutate({ body: { dismissed: true } })}>
        {t("onboarding.dismiss")}
      </Button>
    </footer>
  );
}
