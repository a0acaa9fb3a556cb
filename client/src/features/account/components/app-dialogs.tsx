import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { toast } from "@/ui/toasts";
import { useCreateRecoveryCodes, useRemoveApp } from "../account-data";
import { PasswordForm } from "./password-form";
import { RecoveryCodes } from "./recovery-codes";

interface RemoveAppDialogProps {
  readonly isWantedByTeam: boolean;
  readonly onClose: () => void;
}

/** Confirms the removal of the authenticator app and explains what sign-in requires afterwards. */
export function RemoveAppDialog({ isWantedByTeam, onClose }: RemoveAppDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveApp();
  return (
    <Dialog size={480} dismissal="explicit" title={t("account.security.removeTitle")} onClose={onClose}>
      <PasswordForm
        confirmLabel={t("account.security.remove")}
        failure={remove.error}
        isBusy={remove.isPending}
        onConfirm={(currentPassword) =>
          remove.mutate(
            { body: { currentPassword } },
            {
              onSuccess: () => {
                toast("success", t("account.security.removed"));
                onClose();
              },
            },
          )
        }
        onCancel={onClose}
      >
        {t(isWantedByTeam ? "account.security.removeToMail" : "account.security.removeToNone")}
      </PasswordForm>
    </Dialog>
  );
}

/** Creates ten new recovery codes; the previous ones stop working. */
export function NewCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const renew = useCreateRecoveryCodes();
  return (
    <Dialog size={480} dismissal="explicit" title={t("account.security.newCodes")} onClose={onClose}>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onClose} />
      ) : (
        <PasswordForm
          confirmLabel={t("account.security.makeCodes")}
          failure={renew.error}
          isBusy={renew.isPending}
          onConfirm={(currentPassword) => renew.mutate({ body: { currentPassword } })}
          onCancel={onClose}
        >
          {t("account.security.newCodesLead")}
        </PasswordForm>
      )}
    </Dialog>
  );
}
