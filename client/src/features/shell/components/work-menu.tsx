import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { type BackgroundWork, useBackgroundWork } from "@/lib/background-work";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./work-menu.module.css";

const WorkPanel = lazy(async () => ({ default: (await import("./work-panel")).WorkPanel }));

const RADIUS = 6;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Fill of the ring while the progress is unknown. */
const UNKNOWN_PERCENT = 25;

function WorkIndicator({ works }: { readonly works: readonly BackgroundWork[] }) {
  const running = works.filter(({ state }) => state === "running");
  if (running.length === 0) {
    const Icon = works.some(({ state }) => state === "failed") ? IconAlertCircle : IconCircleCheck;
    return <Icon size={16} stroke={1.7} aria-hidden="true" />;
  }
  const percent = running.reduce((sum, work) => sum + (work.percent ?? UNKNOWN_PERCENT), 0) / running.length;
  return (
    <svg className={classes.ring} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r={RADIUS} />
      <circle
        className={classes.part}
        cx="8"
        cy="8"
        r={RADIUS}
        strokeDasharray={CIRCUMFERENCE}
        strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
      />
    </svg>
  );
}

/** Background work of all features, in the header of every screen. */
export function WorkMenu() {
  const { t } = useTranslation();
  const works = useBackgroundWork();
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  if (works.length === 0) return null;
  const [first] = works;
  const words = works.length === 1 && first ? first.words : t("shell.workMany", { count: works.length });
  const chip = (
    <button
      type="button"
      className={classes.chip}
      aria-label={words}
      aria-expanded={isOpen}
      onClick={() => {
        setNeeded(true);
        setOpen((before) => !before);
      }}
    >
      <WorkIndicator works={works} />
      <span className={classes.words}>{words}</span>
    </button>
  );
  if (!isNeeded) return chip;
  return (
    <Suspense fallback={chip}>
      <WorkPanel works={works} chip={chip} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
