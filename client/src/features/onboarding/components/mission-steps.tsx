import { Button, Group } from "@mantine/core";
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMe, useRevalidation } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { type Mission, STEP_PATHS } from "../mission-data";
import classes from "./mission.module.css";

interface Props {
  readonly mission: Mission;
  /** Called when the link of a step is followed. */
  readonly onFollow?: () => void;
}

/** The steps with their status and a link to where each is done (SHELL-154). */
export function MissionSteps({ mission, onFollow }: Props) {
  const { t } = useTranslation();
  const email = useMe()?.user.email ?? "";
  const next = mission.features.find((step) => !step.done)?.name;
  return (
    <ol className={classes.steps}>
      {mission.features.map(({ name, done }) => {
        const path = done ? undefined : STEP_PATHS[name];
        const isAddress = name === "confirmEmail" && !done;
        return (
          <li key={name} data-done={done || undefined} data-next={name === next || undefined}>
            <StepBox path={path} onFollow={onFollow}>
              {done ? (
                <IconCircleCheckFilled className={classes.done} size={18} aria-hidden="true" />
              ) : (
                <IconCircle className={classes.open} size={18} stroke={1.5} aria-hidden="true" />
              )}
              <div className={classes.words}>
                <strong>
                  {t(toTextKey(`onboarding.steps.${name}.title`))}
                  <span className="said">{t(done ? "words.done" : "onboarding.isOpen")}</span>
                </strong>
                {done ? null : <span>{t(toTextKey(`onboarding.steps.${name}.text`), { email })}</span>}
                {isAddress ? <ResendLinkButton /> : null}
              </div>
              {path ? <IconChevronRight size={16} stroke={1.7} aria-hidden="true" /> : null}
            </StepBox>
          </li>
        );
      })}
    </ol>
  );
}

interface BoxProps {
  readonly path: string | undefined;
  readonly onFollow: (() => void) | undefined;
  readonly children: ReactNode;
}

function StepBox({ path, onFollow, children }: BoxProps) {
  if (path === undefined) return <div>{children}</div>;
  return (
    <Link to={path} onClick={onFollow}>
      {children}
    </Link>
  );
}

/** Sends another link, for one that has not arrived or has expired. */
function ResendLinkButton() {
  const { t } = useTranslation();
  const { isPending, isSuccess, error, secondsLeft, send } = useRevalidation();
  return (
    <Group gap="4px 12px" fz="xs" lh="xs" mt="xs" c="var(--text2)">
      <Button
        loading={isPending}
        aria-disabled={secondsLeft > 0 || undefined}
        onClick={() => secondsLeft === 0 && send()}
      >
        {secondsLeft > 0 ? t("words.resendInSecondsS", { seconds: secondsLeft }) : t("words.resendLink")}
      </Button>
      <span role="status">
        {isSuccess ? t("onboarding.sentAgain") : isFailure(error) ? describeFailure(error, t) : null}
      </span>
    </Group>
  );
}
