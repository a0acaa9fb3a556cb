import { Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./save-bar.module.css";

interface Props {
  /** What the save button says, such as "Save contact". */
  readonly saveLabel: string;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
  /** The form that it submits, where it is outside of it. */
  readonly formId?: string;
}

/** Shown at the end of a page while something in its form is unsaved: below it is nothing that it could move. */
export function SaveBar({ saveLabel, isSaving, onDiscard, formId }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="status">
      <span className={classes.words}>{t("ui.unsaved")}</span>
      <Button type="button" variant="subtle" onClick={onDiscard} disabled={isSaving}>
        {t("ui.discard")}
      </Button>
      <Button type="submit" form={formId} variant="filled" loading={isSaving}>
        {saveLabel}
      </Button>
    </div>
  );
}
