import { useMutation } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { call, customMutation } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { TextField } from "@/ui/components/text-field";
import { FORGET_RULES } from "../auth-form";
import { prepareCaptcha, sendWithCaptcha } from "../captcha";
import { AuthPage } from "../components/auth-page";
import { useAuthForm } from "../use-auth-form";
import classes from "./auth-form.module.css";

/** Requests the password reset email. The response does not reveal whether the address has an account. */
export function ForgetPasswordPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const ask = useMutation(
    customMutation({
      mutationFn: (email: string) =>
        sendWithCaptcha(email, (captcha) => call("post", "/api/forget-password", { body: { email, captcha } })),
    }),
  );
  const form = useAuthForm({
    rules: FORGET_RULES,
    failure: ask.error,
    onValid: ({ email }) => ask.mutate(email),
  });
  const back = <Link to={`/login${search}`}>{t("steps.backToSignIn")}</Link>;
  if (ask.isSuccess) {
    return (
      <AuthPage title={t("steps.mailSent")}>
        <p className={classes.lead} role="status">
          {t("steps.mailSentBody", { address: ask.variables })}
        </p>
        <PlainButton isWide onClick={ask.reset}>
          {t("steps.tryOther")}
        </PlainButton>
        <p className={classes.other}>{back}</p>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t("steps.forgotTitle")}>
      <p className={classes.lead}>{t("steps.forgotLead")}</p>
      <form className={classes.form} onSubmit={form.onSubmit} onFocus={prepareCaptcha} noValidate>
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
        <TextField {...form.field("email")} label={t("session.email")} type="email" autoComplete="username" />
        <PlainButton type="submit" kind="primary" isWide isBusy={ask.isPending}>
          {t("steps.mailLink")}
        </PlainButton>
      </form>
      <p className={classes.other}>{back}</p>
    </AuthPage>
  );
}
