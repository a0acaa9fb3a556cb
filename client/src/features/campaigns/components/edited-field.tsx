import { Button } from "@mantine/core";
import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import type { ComposerHandle } from "../use-composer";
import classes from "./edited-field.module.css";

interface Props {
  readonly composer: Pick<ComposerHandle, "conflicts" | "focus" | "keepMine" | "takeTheirs">;
  /** As the API names it. */
  readonly field: string;
  /** What someone else has stored, where that is a short text. */
  readonly theirs?: string | undefined;
  readonly children: ReactNode;
}

const CONTROLS = "input, select, textarea, button, [contenteditable=true], [tabindex='0']";

/** A field of a draft. Where two people have edited it, the one who is here chooses between the two versions. */
export function EditedField({ composer, field, theirs, children }: Props) {
  const { t } = useTranslation();
  const conflict = composer.conflicts[field];
  const name = conflict?.by || t("campaigns.conflict.someone");
  const root = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(undefined);
  const hasFocus = useRef(false);

  // A control that is removed while it has the focus tells of no blur.
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return;
    hasFocus.current = false;
    composer.focus(undefined);
  });

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    hasFocus.current = true;
    if (!alert.current?.contains(target)) last.current = target;
    composer.focus(field);
  }

  function onBlur(): void {
    hasFocus.current = false;
    composer.focus(undefined);
  }

  /** The choice goes away with its buttons: the focus returns to where it was in the field, or to its first control. */
  function choose(decide: (field: string) => void): void {
    const controls = [...(root.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const first = controls.find((control) => !alert.current?.contains(control));
    (last.current?.isConnected ? last.current : first)?.focus();
    decide(field);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which of its controls has the focus
    <div ref={root} className={classes.edited} onFocus={onFocus} onBlur={onBlur}>
      {children}
      {conflict ? (
        <div ref={alert} className={classes.conflict} role="alert">
          <p>
            {theirs === undefined || !conflict.by
              ? t("campaigns.conflict.changed", { name })
              : theirs === ""
                ? t("campaigns.conflict.emptied", { name })
                : t("campaigns.conflict.changedTo", { name, value: theirs })}{" "}
            {t("campaigns.conflict.notSaved")}
          </p>
          <div className={classes.choices}>
            <Button size="xs" onClick={() => choose(composer.keepMine)}>
              {t("campaigns.conflict.keepMine")}
            </Button>
            <Button size="xs" onClick={() => choose(composer.takeTheirs)}>
              {t("terms.useTheirs")}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
