import { Box, Button, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { SIGN_IN_RULES, useAuthForm } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { FormActions } from "@/ui/components/form-actions";
import { Notice } from "@/ui/components/notice";
import { TextField } from "@/ui/components/text-field";
import { addFieldByCode } from "../failure-field";

interface Props {
  /** Why the password is required, and the effect of the action. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly onConfirm: (currentPassword: string) => void;
  readonly onCancel: () => void;
}

const RULES = { currentPassword: SIGN_IN_RULES.password } as const;

/** Asks for the current password before a change of the account's security (SESS-90). */
export function PasswordForm({ children, confirmLabel, failure, isBusy, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const form = useAuthForm({
    rules: RULES,
    failure: addFieldByCode(failure, { currentPasswordWrong: "currentPassword" }),
    onValid: ({ currentPassword }) => onConfirm(currentPassword),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Box component="p" m={0} c="var(--text2)">
          {children}
        </Box>
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
        <TextField
          {...form.field("currentPassword")}
          label={t("account.password.current")}
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        <FormActions>
          <Button onClick={onCancel}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {confirmLabel}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
