import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./save-bar.module.css";

interface Props {
  /** What the save button says, such as "Save contact". */
  readonly saveLabel: string;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

/** Shown inside a form while something in it is unsaved; its save button submits the form. */
export function SaveBar({ saveLabel, isSaving, onDiscard }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="status">
      <span className={classes.words}>{t("ui.unsaved")}</span>
      <Button type="button" variant="subtle" onClick={onDiscard} disabled={isSaving}>
        {t("ui.discard")}
      </Button>
      <Button type="submit" variant="filled" loading={isSaving}>
        {saveLabel}
      </Button>
    </div>
  );
}
