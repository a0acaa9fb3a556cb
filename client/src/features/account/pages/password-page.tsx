import { Button, Group, Stack, Text } from "@mantine/core";
import { Fragment, useState } from "react";
import { RESET_RULES, SIGN_IN_RULES, useMe } from "@/features/session/public";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Notice } from "@/ui/components/notice";
import { useForm } from "@/ui/use-form";
import { useChangePassword } from "../account-data";
import { PageFrame } from "../components/page-frame";
import { PasswordField } from "../components/password-field";

/** Changes the password; states the rules and the effect beforehand. */
export function PasswordPage() {
  const { t } = useTranslation();
  const email = useMe()?.user.email ?? "";
  const change = useChangePassword();
  // A saved password resets the fields.
  const [round, setRound] = useState(0);
  const describe = (error: TextKey | undefined) => error && t(error);
  const form = useForm({
    initial: { currentPassword: "", password: "" },
    validate: ({ currentPassword, password }) => ({
      currentPassword: describe(SIGN_IN_RULES.password(currentPassword)),
      password: describe(RESET_RULES.password(password)),
    }),
    failure: change.error,
    fieldOf: ({ code }) => (code === "currentPasswordWrong" ? "currentPassword" : undefined),
    onValid: ({ values }) => {
      change.mutate(
        { body: values },
        {
          onSuccess: () => {
            form.discard();
            setRound((last) => last + 1);
          },
        },
      );
    },
  });
  return (
    <PageFrame title={t("words.changePassword2")} isNarrow>
      <Card>
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap="md">
            <FailureNotice error={form.failure} />
            {change.isSuccess ? <Notice kind="ok">{t("account.password.done")}</Notice> : null}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <Fragment key={round}>
              <PasswordField
                {...form.choice("currentPassword")}
                label={t("account.password.current")}
                autoComplete="current-password"
              />
              <PasswordField
                {...form.choice("password")}
                label={t("account.password.new")}
                help={t("account.password.help")}
                autoComplete="new-password"
              />
            </Fragment>
            <Text size="sm" c="dimmed">
              {t("account.password.follows")}
            </Text>
            <Group gap="xs">
              <Button type="submit" variant="filled" loading={change.isPending}>
                {t("words.changePassword2")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </PageFrame>
  );
}
