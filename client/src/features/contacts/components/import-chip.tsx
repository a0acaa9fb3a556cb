import { Popover } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import "@mantine/core/styles/Popover.layer.css";
import { type ContactImport, usePace } from "../imports-data";
import classes from "./import-chip.module.css";
import { ImportProgress } from "./import-progress";

const RADIUS = 6;
const ROUND = 2 * Math.PI * RADIUS;
/** How long the chip still says that an import is done. */
const DONE_MS = 8000;

/** Share of the rows that are dealt with, in whole percent; 100 only when all are. */
function percentOf(done: number, total: number): number {
  return total <= 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
}

/** An import in the header of every screen while it runs and a moment after, with what it has done under it. */
export function ImportChip({ status }: { readonly status: ContactImport }) {
  const { t } = useTranslation();
  const pace = usePace(status);
  const [isOpen, setOpen] = useState(false);
  const [watched, setWatched] = useState<string>();
  const running = status.state === "RUNNING" ? status.importId : undefined;
  const justEnded = !running && watched === status.importId;

  useEffect(() => {
    if (running) setWatched(running);
  }, [running]);
  useEffect(() => {
    if (!justEnded) return;
    const timer = setTimeout(() => setWatched(undefined), DONE_MS);
    return () => clearTimeout(timer);
  }, [justEnded]);

  if (!running && !justEnded) return null;
  const percent = percentOf(status.done, status.total);
  const words = running
    ? t("contacts.chip", { percent })
    : t(status.state === "FAILED" ? "contacts.importFailed" : "contacts.importDone");
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.chip} onClick={() => setOpen((open) => !open)} aria-label={words}>
          {running ? (
            <svg className={classes.ring} viewBox="0 0 16 16" aria-hidden="true">
              <circle cx="8" cy="8" r={RADIUS} />
              <circle
                className={classes.part}
                cx="8"
                cy="8"
                r={RADIUS}
                strokeDasharray={ROUND}
                strokeDashoffset={ROUND * (1 - percent / 100)}
              />
            </svg>
          ) : (
            <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" />
          )}
          <span className={classes.words}>{words}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("contacts.inProgress")}>
        <div className={classes.panel}>
          <div className={classes.head}>
            <strong>{running ? t("contacts.inProgress") : words}</strong>
            <Link to="/contacts/imports" onClick={() => setOpen(false)}>
              {t("contacts.importHistory")}
            </Link>
          </div>
          <ImportProgress status={status} pace={pace} />
          <div className={classes.foot}>
            <span>{running ? t("contacts.mayLeaveShort") : null}</span>
            <Link to="/contacts/import" onClick={() => setOpen(false)}>
              {t("contacts.watchImport")}
            </Link>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
