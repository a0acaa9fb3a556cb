import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { RESET_RULES, SIGN_IN_RULES, useAuthForm, useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { Notice } from "@/ui/components/notice";
import { TextField } from "@/ui/components/text-field";
import { useChangePassword } from "../account-data";
import { PageFrame } from "../components/page-frame";
import { addFieldByCode } from "../failure-field";

const RULES = { currentPassword: SIGN_IN_RULES.password, password: RESET_RULES.password } as const;

/** Changes the password; states the rules and the effect beforehand. */
export function PasswordPage() {
  const { t } = useTranslation();
  const email = useMe()?.user.email ?? "";
  const change = useChangePassword();
  // A saved password resets the fields.
  const [round, setRound] = useState(0);
  const form = useAuthForm({
    rules: RULES,
    failure: addFieldByCode(change.error, { currentPasswordWrong: "currentPassword" }),
    onValid: (body) => change.mutate({ body }, { onSuccess: () => setRound((last) => last + 1) }),
  });
  return (
    <PageFrame title={t("words.changePassword2")} isNarrow>
      <Card>
        <form key={round} onSubmit={form.onSubmit} noValidate>
          <Stack gap="md">
            {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
            {change.isSuccess ? <Notice kind="ok">{t("account.password.done")}</Notice> : null}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <TextField
              {...form.field("currentPassword")}
              label={t("account.password.current")}
              type="password"
              autoComplete="current-password"
            />
            <TextField
              {...form.field("password")}
              label={t("account.password.new")}
              help={t("account.password.help")}
              type="password"
              autoComplete="new-password"
            />
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
