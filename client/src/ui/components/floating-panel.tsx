import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { CloseButton } from "./close-button";
import classes from "./floating-panel.module.css";

interface Props {
  readonly title: string;
  /** Under the title. */
  readonly note?: ReactNode;
  /** Before the title: the way back. */
  readonly lead?: ReactNode;
  /** As tall as it may be whatever it holds, and the whole screen of a phone. */
  readonly isTall?: boolean;
  /** What is shown in it: the focus that goes with a former view stays in the panel. */
  readonly view?: unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel over the screen under the header, which stays usable behind it. Escape in it closes it. */
export function FloatingPanel({ title, note, lead, isTall = false, view, onClose, children }: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);

  // What had the focus may have gone with the view before: it stays in the panel, so that Escape closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every view begins so
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, [view]);

  return (
    <section
      ref={panel}
      className={classes.panel}
      data-tall={isTall || undefined}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.head}>
        {lead}
        <div className={classes.words}>
          <h2>{title}</h2>
          {note ? <p>{note}</p> : null}
        </div>
        <CloseButton label={t("ui.close")} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
