import { Button, Stack, Text, Textarea } from "@mantine/core";
import { useEffect, useState } from "react";
import { ApiFailure } from "@/lib/api/failure";
import { loadDescription } from "@/lib/catalogue/load";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import type { Rejection } from "./document-sync";

interface Props {
  readonly refusal: Rejection;
  /** Plain text of the rejected document. */
  readonly text: string;
  /** Whether the saved version has not arrived yet. */
  readonly isRestoring: boolean;
  /** Whether the document can be edited once the dialog is closed. */
  readonly canEdit: boolean;
  readonly onClose: () => void;
}

/** Says that the last changes were rejected and undone, and why. */
export function RejectionDialog({ refusal, text, isRestoring, canEdit, onClose }: Props) {
  const { t } = useTranslation();
  const [copying, setCopying] = useState<"copied" | "blocked">();
  const [failure, setFailure] = useState<ApiFailure>();
  const { code } = refusal;
  useEffect(() => {
    let isOver = false;
    void loadDescription(new ApiFailure({ body: { code }, status: 0, method: "PUT" })).then((described) => {
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
    <Dialog title={t("collab.refused.title")} dismissal="escape" onClose={onClose}>
      <Stack gap="xs">
        <Text c="var(--text2)">{failure ? t("collab.refused.why", { why: describeFailure(failure, t) }) : null}</Text>
        <Text c="var(--text2)">{t(isRestoring ? "collab.refused.restoring" : "collab.refused.text")}</Text>
        {code === "documentFull" && !isRestoring && text ? (
          <Text c="var(--text2)">{t("collab.refused.full")}</Text>
        ) : null}
        {copying === "blocked" ? (
          <>
            <Text c="var(--text2)" role="alert">
              {t("terms.yourBrowserBlockedCopyingSelectTheTextAnd")}
            </Text>
            <Textarea aria-label={t("collab.refused.yourText")} readOnly rows={6} value={text} />
          </>
        ) : null}
        <FormActions>
          <Button variant="filled" data-autofocus onClick={onClose}>
            {t(canEdit ? "terms.continueEditing" : "ui.close")}
          </Button>
          {text ? (
            <Button onClick={() => void copy()}>
              <span aria-live="polite">{t(copying === "copied" ? "ui.copied" : "collab.refused.copy")}</span>
            </Button>
          ) : null}
        </FormActions>
      </Stack>
    </Dialog>
  );
}
