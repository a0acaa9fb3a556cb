import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { missionQuery } from "../mission-data";
import classes from "./mission.module.css";
import { MissionRing } from "./mission-ring";

const MissionPanel = lazy(async () => ({ default: (await import("./mission-panel")).MissionPanel }));

/** Onboarding progress in the header, with a panel of the steps. Hidden once they are done or dismissed. */
export function MissionSlot() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const mission = useQuery(missionQuery).data;
  const isOver = mission === undefined || mission.dismissed || (mission.percentage === 100 && !isOpen);
  if (isOver) return null;

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  const { done, percentage, total } = mission;
  return (
    <>
      {isOpen ? (
        <Suspense fallback={null}>
          <MissionPanel mission={mission} onClose={close} />
        </Suspense>
      ) : null}
      <button
        ref={button}
        type="button"
        className={classes.pill}
        aria-expanded={isOpen}
        aria-label={t("onboarding.pillLabel", { done, total })}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <MissionRing percentage={percentage} />
        <span className={classes.pillWords}>{t("onboarding.pill", { done, total })}</span>
      </button>
    </>
  );
}
