import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./selection-bar.module.css";

interface Props {
  readonly count: number;
  /** All that match the list, when more than are selected and acting on all is possible. */
  readonly totalMatching?: string | undefined;
  readonly onSelectAllMatching?: () => void;
  readonly onClear: () => void;
  /** What can be done with the selection: `SelectionAction` each. */
  readonly children: ReactNode;
}

/** Rises from below while something is selected. */
export function SelectionBar({ count, totalMatching, onSelectAllMatching, onClear, children }: Props) {
  const { t } = useTranslation();
  const clear = useEffectEvent(() => onClear());
  useEffect(() => {
    if (count === 0) return;
    // What stands over the list hears it first, and the selection that it is about stays. By the time that it has
    // reached the window, a dialog may be gone.
    let isForAnother = false;
    const onCapture = () => {
      isForAnother = document.querySelector('[aria-modal="true"], [role="menu"]') !== null;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isForAnother) clear();
    };
    window.addEventListener("keydown", onCapture, { capture: true });
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("keydown", onCapture, { capture: true });
      window.removeEventListener("keydown", onKey);
    };
  }, [count]);
  if (count === 0) return null;
  return (
    <section className={classes.bar} aria-label={t("ui.selected", { count: count, formatted: integer(count) })}>
      <span className={classes.count} role="status">
        {t("ui.selected", { count, formatted: integer(count) })}
      </span>
      {totalMatching && onSelectAllMatching ? (
        <button type="button" className={classes.all} onClick={onSelectAllMatching}>
          {t("ui.selectAllMatching", { total: totalMatching })}
        </button>
      ) : null}
      <div className={classes.actions}>{children}</div>
      <button
        type="button"
        className={classes.close}
        aria-label={t("ui.clearSelection")}
        aria-keyshortcuts="Escape"
        onClick={onClear}
      >
        <IconX size={14} stroke={1.9} aria-hidden="true" />
        <kbd>Esc</kbd>
      </button>
    </section>
  );
}
