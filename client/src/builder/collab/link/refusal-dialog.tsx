import { useEffect, useState } from "react";
import { ApiFailure } from "@/lib/api/failure";
import { whenDescribed } from "@/lib/catalogue/load";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { PlainDialog } from "@/ui/components/plain-dialog";
import type { Refusal } from "./document-link";
import classes from "./refusal-dialog.module.css";

interface Props {
  readonly refusal: Refusal;
  /** Plain text of the rejected document. */
  readonly text: string;
  /** Whether the saved version has not arrived yet. */
  readonly isRestoring: boolean;
  /** Whether the document can be edited once the dialog is closed. */
  readonly canEdit: boolean;
  readonly onClose: () => void;
}

/** Says that what was written last could not be stored, why, and that it was taken back. */
export function RefusalDialog({ refusal, text, isRestoring, canEdit, onClose }: Props) {
  const { t } = useTranslation();
  const [copying, setCopying] = useState<"copied" | "blocked">();
  const [failure, setFailure] = useState<ApiFailure>();
  const { code } = refusal;
  useEffect(() => {
    let isOver = false;
    void whenDescribed(new ApiFailure({ body: { code }, status: 0, method: "PUT" })).then((described) => {
      if (!isOver) setFailure(described);
    });
    return () => {
      isOver = true;
    };
  }, [code]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopying("copied");
    } catch {
      setCopying("blocked");
    }
  }
  return (
    <PlainDialog
      title={t("collab.refused.title")}
      onClose={onClose}
      actions={
        <>
          <PlainButton kind="primary" onClick={onClose}>
            {t(canEdit ? "terms.continueEditing" : "ui.close")}
          </PlainButton>
          {text ? (
            <PlainButton onClick={() => void copy()}>
              <span aria-live="polite">{t(copying === "copied" ? "ui.copied" : "collab.refused.copy")}</span>
            </PlainButton>
          ) : null}
        </>
      }
    >
      <p>{failure ? t("collab.refused.why", { why: describeFailure(failure, t) }) : null}</p>
      <p>{t(isRestoring ? "collab.refused.restoring" : "collab.refused.text")}</p>
      {code === "documentFull" && !isRestoring && text ? <p>{t("collab.refused.full")}</p> : null}
      {copying === "blocked" ? (
        <>
          <p role="alert">{t("terms.yourBrowserBlockedCopyingSelectTheTextAnd")}</p>
          <textarea className={classes.text} aria-label={t("collab.refused.yourText")} readOnly rows={6} value={text} />
        </>
      ) : null}
    </PlainDialog>
  );
}
