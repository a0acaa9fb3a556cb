import { Box, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { TextField } from "@/ui/components/text-field";
import { useForm } from "@/ui/use-form";
import { useConfirmApp, useStartAppSetup } from "../account-data";
import own from "./authenticator.module.css";
import { CopyButton } from "./copy-button";
import { PasswordForm } from "./password-form";
import { QrCode } from "./qr-code";
import { RecoveryCodes } from "./recovery-codes";

const STEPS = 3;
const CODE_PATTERN = /^\d{6}$/;

/** The six digits of a typed code; undefined for anything else. */
function readCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, "");
  return CODE_PATTERN.test(code) ? code : undefined;
}

interface ScanStepProps {
  readonly secret: string;
  readonly uri: string;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Shows the secret as QR code and text, and verifies a code of the app. */
function ScanStep({ secret, uri, onDone, onCancel }: ScanStepProps) {
  const { t } = useTranslation();
  const confirm = useConfirmApp();
  const form = useForm({
    initial: { code: "" },
    validate: ({ code }) => (readCode(code) ? {} : { code: t("account.security.codeMissing") }),
    failure: confirm.error,
    fieldOf: ({ code }) => (code === "otpInvalid" ? "code" : undefined),
    onValid: ({ values }) => verify(values.code),
  });
  const { onChange: onEdited, ...field } = form.choice("code");

  function verify(text: string): void {
    const code = readCode(text);
    if (!code || confirm.isPending) return;
    confirm.mutate({ body: { code } }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  }

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Box component="p" m={0} c="var(--text2)">
          {t("account.security.scanLead")}
        </Box>
        <div className={own.scan}>
          <QrCode text={uri} label={t("account.security.qr")} />
          <div className={own.secret}>
            <Text size="sm" c="dimmed">
              {t("account.security.byHand")}
            </Text>
            <code>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
            <CopyButton text={secret} label={t("account.security.copySecret")} />
          </div>
        </div>
        <FailureNotice error={form.failure} />
        <div className={own.code}>
          <TextField
            {...field}
            label={t("account.security.code")}
            help={t("account.security.codeHelp")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            autoFocus
            onEdited={(text) => {
              onEdited(text);
              verify(text);
            }}
          />
        </div>
        <FormActions submitLabel={t("terms.turnOn")} isBusy={confirm.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

/** Sets up the authenticator app in three steps: password, app, and recovery codes. */
export function AppSetupDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const startSetup = useStartAppSetup();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const step = recoveryCodes ? STEPS : startSetup.data ? 2 : 1;
  return (
    <Dialog size={480} dismissal="explicit" title={t("account.security.setUpTitle")} onClose={onClose}>
      <Stack gap="md">
        <Text size="xs" c="dimmed" aria-live="polite">
          {t("account.security.step", { step, steps: STEPS })}
        </Text>
        {recoveryCodes ? (
          <RecoveryCodes codes={recoveryCodes} onDone={onClose} />
        ) : startSetup.data ? (
          <ScanStep {...startSetup.data} onDone={setRecoveryCodes} onCancel={onClose} />
        ) : (
          <PasswordForm
            confirmLabel={t("terms.continue")}
            failure={startSetup.error}
            isBusy={startSetup.isPending}
            onConfirm={(currentPassword) => startSetup.mutate({ body: { currentPassword } })}
            onCancel={onClose}
          >
            {t("account.security.setUpLead")}
          </PasswordForm>
        )}
      </Stack>
    </Dialog>
  );
}
