import { Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { missionQuery } from "../mission-data";
import classes from "./checklist.module.css";
import { MissionFooter, MissionTrack } from "./mission-parts";
import { MissionSteps } from "./mission-steps";

/**
 * The onboarding steps as a part of Home, with a greeting. `otherwise` replaces them once they are done or dismissed.
 */
export function Checklist({ otherwise }: { readonly otherwise: ReactNode }) {
  const { t } = useTranslation();
  const name = useMe()?.user.firstname;
  const { data: mission, isPending } = useQuery(missionQuery);
  if (isPending) return <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" h={420} aria-hidden="true" />;
  if (!mission || mission.dismissed || mission.percentage === 100) return otherwise;
  const { done, total, percentage } = mission;
  return (
    <section className={classes.checklist} data-checklist aria-labelledby="checklist-title">
      <header>
        <h2 id="checklist-title">{name ? t("onboarding.welcome", { name }) : t("words.welcome")}</h2>
        <p>{t("onboarding.lead")}</p>
        <div className={classes.progress}>
          <MissionTrack percentage={percentage} />
          <span>{t("onboarding.progressShort", { done, total })}</span>
        </div>
      </header>
      <MissionSteps mission={mission} />
      <MissionFooter />
    </section>
  );
}
