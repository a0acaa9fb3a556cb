import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { session } from "../session";
import { PlainDialog } from "./plain-dialog";

/** Somebody ended the session: said in every tab, over whatever stood there, until it is answered (SESS-60). */
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
