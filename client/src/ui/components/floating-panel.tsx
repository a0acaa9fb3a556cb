import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { CloseButton } from "./close-button";
import classes from "./floating-panel.module.css";

interface Props {
  readonly title: string;
  /** Text below the title. */
  readonly note?: ReactNode;
  /** Content before the title, such as the way back. */
  readonly lead?: ReactNode;
  /** Always uses the maximum height, and the whole screen on phones. */
  readonly isTall?: boolean;
  /** Identifies the content. When it changes, a lost focus returns to the panel. */
  readonly view?: unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A non-modal panel below the header. Escape inside the panel closes it. */
export function FloatingPanel({ title, note, lead, isTall = false, view, onClose, children }: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);

  // The focused element may have disappeared with the previous view. The panel takes the focus, so that Escape still
  // works.
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
