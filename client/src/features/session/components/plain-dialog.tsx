import { type ReactNode, useEffect, useId, useRef } from "react";
import classes from "./plain-dialog.module.css";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons. Cancel comes first, because the first one gets the focus. */
  readonly actions: ReactNode;
  /** Called on Escape; without it, only the buttons close the dialog. */
  readonly onClose?: (() => void) | undefined;
}

/** A short question over any page. It uses the native dialog and loads no Mantine code. */
export function PlainDialog({ title, children, actions, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const opener = document.activeElement;
    shown.showModal();
    return () => {
      shown.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-body`} className={classes.body}>
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </dialog>
  );
}
