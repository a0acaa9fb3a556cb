import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { session } from "../session";
import { PlainDialog } from "./plain-dialog";

/** Shown in every tab when someone else has ended the session, until the user confirms (SESS-60). */
export function SessionEndedDialog() {
  const { t } = useTranslation();
  return (
    <PlainDialog
      title={t("steps.endedTitle")}
      actions={
        <PlainButton kind="primary" onClick={() => session.send({ type: "leaveEnded" })}>
          {t("steps.signInAgain")}
        </PlainButton>
      }
    >
      <p>{t("steps.endedBody")}</p>
      <p>{t("steps.endedKept")}</p>
    </PlainDialog>
  );
}
