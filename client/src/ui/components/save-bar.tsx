import { Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./save-bar.module.css";

interface Props {
  /** Label of the save button, such as "Save contact". */
  readonly saveLabel: string;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
  /** Id of the form, where the bar is outside of it. */
  readonly formId?: string;
}

/** Shown at the end of a page while its form has unsaved changes. At the end, because it must not shift content. */
export function SaveBar({ saveLabel, isSaving, onDiscard, formId }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} role="status">
      <span className={classes.words}>{t("ui.unsaved")}</span>
      <Button variant="subtle" aria-disabled={isSaving || undefined} onClick={isSaving ? undefined : onDiscard}>
        {t("ui.discard")}
      </Button>
      <Button type="submit" form={formId} variant="filled" loading={isSaving}>
        {saveLabel}
      </Button>
    </div>
  );
}
