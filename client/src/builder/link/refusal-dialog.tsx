import { useEffect, useState } from "react";
import { ApiFailure } from "@/lib/api/failure";
import { whenDescribed } from "@/lib/catalogue/load";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { PlainDialog } from "@/ui/components/plain-dialog";
import type { Refusal } from "./document-link";

interface Props {
  readonly refusal: Refusal;
  readonly onClose: () => void;
}

/** Says that what was written last could not be stored, why, and that it was taken back. */
export function RefusalDialog({ refusal, onClose }: Props) {
  const { t } = useTranslation();
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
  return (
    <PlainDialog
      title={t("together.refused.title")}
      onClose={onClose}
      actions={
        <PlainButton kind="primary" onClick={onClose}>
          {t("terms.continueEditing")}
        </PlainButton>
      }
    >
      <p>{failure ? t("together.refused.why", { why: describeFailure(failure, t) }) : null}</p>
      <p>{t("together.refused.text")}</p>
    </PlainDialog>
  );
}
