import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { SIGN_IN_RULES, useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Notice } from "@/ui/components/notice";
import { TextField } from "@/ui/components/text-field";
import { useForm } from "@/ui/use-form";
import { useSecondsRemaining } from "@/ui/use-seconds-remaining";
import { useChangeEmail, useProfile } from "../account-data";
import { PageFrame } from "../components/page-frame";
import { PasswordField } from "../components/password-field";

/** Minimum time between two confirmation emails. */
const MIN_RESEND_INTERVAL_MS = 60_000;
const MAX_EMAIL_CHARACTERS = 254;
const FIELDS_BY_CODE: Readonly<Record<string, "email" | "password">> = {
  currentPasswordWrong: "password",
  emailRegistered: "email",
};

interface EmailChangeRequest {
  readonly email: string;
  readonly password: string;
}

/** When the server accepts the next request: from its response, or after the minimum time. */
function getNextRequestTime(failure: unknown): number {
  const seconds = isFailure(failure) ? Number(failure.payload.retryAfterSeconds) : 0;
  return Date.now() + (seconds > 0 ? seconds * 1000 : MIN_RESEND_INTERVAL_MS);
}

/** Changes the email address. The previous one stays valid until the emailed link is opened (SESS-65). */
export function EmailPage() {
  const { t } = useTranslation();
  const currentEmail = useMe()?.user.email ?? "";
  const profile = useProfile();
  const change = useChangeEmail();
  /** The request made on this page, stored while it is open so that the email can be sent again. */
  const [sent, setSent] = useState<EmailChangeRequest>();
  // The link was opened, so the address has changed.
  const isConfirmed = sent !== undefined && sent.email.toLowerCase() === currentEmail;
  const openRequest = isConfirmed ? undefined : sent;
  const [againAt, setAgainAt] = useState(0);
  const secondsLeft = useSecondsRemaining(againAt);
  const pending = openRequest?.email ?? profile.data?.pendingEmail ?? undefined;

  function requestChange(wanted: EmailChangeRequest): void {
    change.mutate(
      { body: wanted },
      {
        onSuccess: () => {
          setSent(wanted);
          form.discard();
          setAgainAt(getNextRequestTime(undefined));
        },
        onError: (failure: unknown) => {
          if (isFailure(failure) && failure.payload.retryAfterSeconds) setAgainAt(getNextRequestTime(failure));
        },
      },
    );
  }

  const describe = (error: TextKey | undefined) => error && t(error);
  const form = useForm({
    initial: { email: pending ?? "", password: "" },
    validate: ({ email, password }) => ({
      email: describe(SIGN_IN_RULES.email(email)),
      password: describe(SIGN_IN_RULES.password(password)),
    }),
    failure: openRequest ? undefined : change.error,
    fieldOf: ({ code }) => FIELDS_BY_CODE[code ?? ""],
    onValid: ({ values: { email, password } }) => requestChange({ email: email.trim(), password }),
  });
  const { onChange: onEmailEdited, ...emailField } = form.choice("email");

  return (
    <PageFrame
      title={t("words.changeEmail2")}
      state={t("account.email.present", { email: currentEmail })}
      query={profile}
      isNarrow
    >
      {isConfirmed ? <Notice kind="ok">{t("account.email.confirmed", { email: currentEmail })}</Notice> : null}
      {pending ? (
        <Card title={t("account.email.waitingTitle")}>
          <Stack gap="md">
            <Box component="p" m={0} c="var(--text2)" role="status">
              {t("account.email.waiting", { email: pending, present: currentEmail })}
            </Box>
            {openRequest ? <FailureNotice error={change.error} /> : null}
            {openRequest ? (
              <Group gap="xs">
                <Button
                  loading={change.isPending}
                  aria-disabled={secondsLeft > 0 || undefined}
                  onClick={() => secondsLeft === 0 && requestChange(openRequest)}
                >
                  {secondsLeft > 0 ? t("words.resendInSecondsS", { seconds: secondsLeft }) : t("words.resendLink")}
                </Button>
                <Button variant="subtle" size="xs" onClick={() => setSent(undefined)}>
                  {t("account.email.other")}
                </Button>
              </Group>
            ) : (
              <Text size="sm" c="dimmed">
                {t("account.email.waitingHelp")}
              </Text>
            )}
          </Stack>
        </Card>
      ) : null}
      {openRequest ? null : (
        <Card>
          <form onSubmit={form.onSubmit} noValidate>
            <Stack gap="md">
              <FailureNotice error={form.failure} />
              <TextField
                {...emailField}
                label={t("account.email.new")}
                help={t("account.email.help")}
                type="email"
                autoComplete="off"
                maxLength={MAX_EMAIL_CHARACTERS}
                onEdited={onEmailEdited}
              />
              <PasswordField
                {...form.choice("password")}
                label={t("account.password.current")}
                autoComplete="current-password"
              />
              <Group gap="xs">
                <Button type="submit" variant="filled" loading={change.isPending}>
                  {t("account.email.save")}
                </Button>
              </Group>
            </Stack>
          </form>
        </Card>
      )}
    </PageFrame>
  );
}
