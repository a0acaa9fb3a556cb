import { Anchor } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { describeThrown } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import type { ComposerHandle } from "../use-composer";
import classes from "./save-state.module.css";

/** Autosave status. */
export function SaveState({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { state, failure, textError, isEventUnfinished } = composer;
  if (state === "failing") {
    // The surrounding sentence has its own full stop.
    const reason = describeThrown(failure, t).replace(/\.+$/, "");
    return (
      <span className={classes.state} data-kind="bad" role="alert">
        <IconAlertTriangle size={14} stroke={1.9} aria-hidden="true" />
        {textError ? t("campaigns.saveHeld") : t("campaigns.saveFailed", { why: reason })}
        {textError ? null : (
          <Anchor component="button" type="button" onClick={composer.save}>
            {t("ui.retry")}
          </Anchor>
        )}
      </span>
    );
  }
  if (state === "conflicted") {
    return (
      <span className={classes.state} data-kind="bad" role="alert">
        <IconAlertTriangle size={14} stroke={1.9} aria-hidden="true" />
        {t("campaigns.saveConflict")}
      </span>
    );
  }
  if (state === "unfinished") {
    return (
      <span className={classes.state} role="status">
        {t(isEventUnfinished ? "campaigns.saveUnfinishedEvent" : "campaigns.saveUnfinished")}
      </span>
    );
  }
  return (
    <span className={classes.state} role="status">
      {state === "clean" ? <IconCheck size={14} stroke={1.9} aria-hidden="true" /> : null}
      {state === "clean" ? t("terms.saved") : state === "saving" ? t("terms.saving") : t("campaigns.unsaved")}
    </span>
  );
}
