import { Box, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { SIGN_IN_RULES } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { PasswordField } from "./password-field";

interface Props {
  /** Why the password is required, and the effect of the action. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: (currentPassword: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the current password before a change of the account's security (SESS-90). */
export function PasswordForm({ children, confirmLabel, failure, isBusy, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { currentPassword: "" },
    validate: ({ currentPassword }) => {
      const error = SIGN_IN_RULES.password(currentPassword);
      return { currentPassword: error && t(error) };
    },
    failure,
    fieldOf: ({ code }) => (code === "currentPasswordWrong" ? "currentPassword" : undefined),
    onValid: ({ values }) => onConfirm(values.currentPassword),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Box component="p" m={0} c="var(--text2)">
          {children}
        </Box>
        <FailureNotice error={form.failure} />
        <PasswordField
          {...form.choice("currentPassword")}
          label={t("account.password.current")}
          autoComplete="current-password"
          autoFocus
        />
        <FormActions submitLabel={confirmLabel} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
