import { Box, Button, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { useAuthForm } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { Notice } from "@/ui/components/notice";
import { TextField } from "@/ui/components/text-field";
import { useConfirmApp, useStartAppSetup } from "../account-data";
import { addFieldByCode } from "../failure-field";
import own from "./authenticator.module.css";
import { CopyButton } from "./copy-button";
import { PasswordForm } from "./password-form";
import { QrCode } from "./qr-code";
import { RecoveryCodes } from "./recovery-codes";

const STEPS = 3;
const CODE_PATTERN = /^\d{6}$/;

function stripSpaces(code: string): string {
  return code.replace(/[\s-]/g, "");
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
  const sheet = useRef<HTMLFormElement>(null);
  const form = useAuthForm({
    rules: {
      code: (text: string) => (CODE_PATTERN.test(stripSpaces(text)) ? undefined : "account.security.codeMissing"),
    },
    failure: addFieldByCode(confirm.error, { otpInvalid: "code" }),
    onValid: ({ code }) =>
      confirm.mutate(
        { body: { code: stripSpaces(code) } },
        { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) },
      ),
  });
  const field = form.field("code");
  return (
    <form ref={sheet} onSubmit={form.onSubmit} noValidate>
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
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
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
              field.onEdited();
              if (CODE_PATTERN.test(stripSpaces(text))) sheet.current?.requestSubmit();
            }}
          />
        </div>
        <FormActions>
          <Button onClick={onCancel}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={confirm.isPending}>
            {t("terms.turnOn")}
          </Button>
        </FormActions>
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
