import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { PlainDialog } from "../components/plain-dialog";

interface Props {
  readonly isDenied: boolean;
  /** Repeats the request and ends the other sessions (SESS-61). */
  readonly onEndOthers: () => void;
  readonly onClose: () => void;
}

/**
 * Shown when the account is signed in elsewhere and the team confirms or forbids a second session (SESS-58, SESS-59).
 */
export function MultipleLoginDialog({ isDenied, onEndOthers, onClose }: Props) {
  const { t } = useTranslation();
  if (isDenied) {
    return (
      <PlainDialog
        title={t("multipleLogin.deniedTitle")}
        onClose={onClose}
        actions={<PlainButton onClick={onClose}>{t("ui.close")}</PlainButton>}
      >
        <p>{t("multipleLogin.deniedBody")}</p>
      </PlainDialog>
    );
  }
  return (
    <PlainDialog
      title={t("multipleLogin.askedTitle")}
      onClose={onClose}
      actions={
        <>
          <PlainButton onClick={onClose}>{t("ui.cancel")}</PlainButton>
          <PlainButton kind="primary" onClick={onEndOthers}>
            {t("multipleLogin.endOthers")}
          </PlainButton>
        </>
      }
    >
      <p>{t("multipleLogin.askedBody")}</p>
    </PlainDialog>
  );
}
