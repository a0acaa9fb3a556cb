import { IconChevronRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FloatingPanel } from "@/ui/components/floating-panel";
import { PlainButton } from "@/ui/components/plain-button";
import { type Mission, STEP_PATHS, useDismissMission } from "../mission-data";
import classes from "./mission.module.css";

interface Props {
  readonly mission: Mission;
  readonly onClose: () => void;
}

/** The steps, each with its mark and where it is done (SHELL-154). */
export function MissionPanel({ mission, onClose }: Props) {
  const { t } = useTranslation();
  const dismiss = useDismissMission();
  const { done, features, percentage, total } = mission;
  const next = features.find((step) => !step.done)?.name;

  return (
    <FloatingPanel
      title={t(percentage === 100 ? "onboarding.doneTitle" : "onboarding.title")}
      note={t("onboarding.progress", { done, total, percentage })}
      onClose={onClose}
    >
      <div className={classes.track} aria-hidden="true">
        <div style={{ inlineSize: `${percentage}%` }} />
      </div>
      <ol className={classes.steps}>
        {features.map(({ name, done: isDone }) => {
          const path = isDone ? undefined : STEP_PATHS[name];
          const words = (
            <>
              {isDone ? (
                <IconCircleCheckFilled className={classes.done} size={18} aria-hidden="true" />
              ) : (
                <IconCircle className={classes.open} size={18} stroke={1.5} aria-hidden="true" />
              )}
              <span className={classes.words}>
                <strong>
                  {t(`onboarding.steps.${name}.title`)}
                  <span className="said">{t(isDone ? "onboarding.isDone" : "onboarding.isOpen")}</span>
                </strong>
                {isDone ? null : <span>{t(`onboarding.steps.${name}.text`)}</span>}
              </span>
              {path ? <IconChevronRight size={16} stroke={1.7} aria-hidden="true" /> : null}
            </>
          );
          return (
            <li key={name} data-done={isDone || undefined} data-next={name === next || undefined}>
              {path ? (
                <Link to={path} onClick={onClose}>
                  {words}
                </Link>
              ) : (
                <div>{words}</div>
              )}
            </li>
          );
        })}
      </ol>
      <footer className={classes.foot}>
        <span>{t("onboarding.comesBack")}</span>
        <PlainButton kind="quiet" onClick={() => dismiss.mutate({ body: { dismissed: true } })}>
          {t("onboarding.dismiss")}
        </PlainButton>
      </footer>
    </FloatingPanel>
  );
}
