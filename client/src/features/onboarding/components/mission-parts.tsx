import { Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useDismissMission } from "../mission-data";
import classes from "./mission.module.css";

/** How far it is, as a line; the words beside it say it. */
export function MissionTrack({ percentage }: { readonly percentage: number }) {
  return (
    <div className={classes.track} aria-hidden="true">
      <div style={{ inlineSize: `${percentage}%` }} />
    </div>
  );
}

/** Puts the mission away, and says how it comes back. */
export function MissionFoot() {
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
