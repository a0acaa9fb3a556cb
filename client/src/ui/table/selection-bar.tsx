import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./selection-bar.module.css";

interface Props {
  readonly count: number;
  /** Number of all matching rows, where more than the selected ones can be selected. */
  readonly totalMatching?: string | undefined;
  readonly onSelectAllMatching?: () => void;
  readonly onClear: () => void;
  /** Actions on the selection, each a `SelectionAction`. */
  readonly children: ReactNode;
}

/** Slides in from below while rows are selected. */
export function SelectionBar({ count, totalMatching, onSelectAllMatching, onClear, children }: Props) {
  const { t } = useTranslation();
  const clear = useEffectEvent(() => onClear());
  useEffect(() => {
    if (count === 0) return;
    // A dialog over the list handles Escape first, and its selection must remain. The capture phase detects it, because
    // the dialog may be gone when the event reaches the window.
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
    <section className={classes.bar} aria-label={t("ui.selected", { count: count, formatted: formatInteger(count) })}>
      <span className={classes.count} role="status">
        {t("ui.selected", { count, formatted: formatInteger(count) })}
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
