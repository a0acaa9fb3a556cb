import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
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

/** A field of a draft. Where two people have edited it, the one who is here chooses between the two versions. */
export function EditedField({ composer, field, theirs, children }: Props) {
  const { t } = useTranslation();
  const conflict = composer.conflicts[field];
  const name = conflict?.by || t("campaigns.conflict.someone");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which of its controls has the focus
    <div className={classes.edited} onFocus={() => composer.focus(field)} onBlur={() => composer.focus(undefined)}>
      {children}
      {conflict ? (
        <div className={classes.conflict} role="alert">
          <p>
            {theirs === undefined
              ? t("campaigns.conflict.changed", { name })
              : theirs === ""
                ? t("campaigns.conflict.emptied", { name })
                : t("campaigns.conflict.changedTo", { name, value: theirs })}{" "}
            {t("campaigns.conflict.notSaved")}
          </p>
          <div className={classes.choices}>
            <Button size="xs" onClick={() => composer.keepMine(field)}>
              {t("campaigns.conflict.keepMine")}
            </Button>
            <Button size="xs" onClick={() => composer.takeTheirs(field)}>
              {t("campaigns.conflict.useTheirs")}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
