import { IconHelp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useMatches } from "react-router";
import { loadTexts } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import type { RouteHandle } from "@/lib/routing";
import { TERMS } from "@/lib/terms/load";
import { IconButton } from "@/ui/components/icon-button";
import { newestUpdateQuery } from "../help-data";
import { closeHelp, openHelp, useHelp } from "../help-store";
import { hasHelpButton } from "../hidden-routes";
import classes from "./help-slot.module.css";

const HelpPanel = lazy(async () => {
  const [{ HelpPanel }] = await Promise.all([import("./help-panel"), loadTexts({ ...TERMS })]);
  return { default: HelpPanel };
});

/** The help button of the screens that have one, and its panel. */
export function HelpSlot() {
  const { t } = useTranslation();
  const { isOpen, view } = useHelp();
  const button = useRef<HTMLButtonElement>(null);
  const entry = (useMatches().at(-1)?.handle as RouteHandle | undefined)?.entry;
  const isShown = hasHelpButton(entry);
  const hasNews = Boolean(useQuery({ ...newestUpdateQuery(), enabled: isShown }).data?.item);

  useEffect(() => {
    if (!isShown) closeHelp();
  }, [isShown]);

  function close(): void {
    closeHelp();
    button.current?.focus();
  }

  if (!isShown) return null;
  return (
    <>
      {isOpen ? (
        <Suspense fallback={null}>
          <HelpPanel view={view} hasNews={hasNews} onClose={close} />
        </Suspense>
      ) : null}
      <IconButton
        ref={button}
        className={classes.button ?? ""}
        aria-expanded={isOpen}
        label={t(hasNews ? "help.openWithNews" : "words.help")}
        onClick={() => (isOpen ? close() : openHelp(hasNews ? { name: "updates" } : { name: "articles" }))}
      >
        <IconHelp size={18} stroke={1.7} aria-hidden="true" />
        {hasNews ? <span className={classes.mark} /> : null}
      </IconButton>
    </>
  );
}
