import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { mutation } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkToken } from "@/lib/link-token";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { TextField } from "@/ui/components/text-field";
import { RESET_RULES } from "../auth-form";
import { AuthPage } from "../components/auth-page";
import { useAuthForm } from "../use-auth-form";
import classes from "./auth-form.module.css";

/** Sets a new password after an emailed link. Only the button changes anything, and only once (SESS-09). */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const reset = useMutation(mutation("post", "/api/reset-password"));
  const form = useAuthForm({
    rules: RESET_RULES,
    failure: reset.error,
    onValid: ({ password }) => reset.mutate({ body: { token, password } }),
  });
  const failure: unknown = reset.error;
  const isUsedUp = isFailure(failure) && failure.code === "resetInvalidToken";
  if (reset.isSuccess) {
    return (
      <AuthPage title={t("steps.resetDone")}>
        <p className={classes.lead} role="status">
          {t("steps.resetDoneBody")}
        </p>
        <PlainButton kind="primary" isWide to="/login">
          {t("session.signIn")}
        </PlainButton>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t("steps.resetTitle")}>
      <form className={classes.form} onSubmit={form.onSubmit} noValidate>
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
        <TextField
          {...form.field("password")}
          label={t("steps.newPassword")}
          help={t("session.passwordHelp")}
          type="password"
          autoComplete="new-password"
        />
        <PlainButton type="submit" kind="primary" isWide isBusy={reset.isPending}>
          {t("steps.setPassword")}
        </PlainButton>
      </form>
      <p className={classes.other}>
        {isUsedUp ? (
          <Link to="/forget-password">{t("steps.newLink")}</Link>
        ) : (
          <Link to="/login">{t("steps.backToSignIn")}</Link>
        )}
      </p>
    </AuthPage>
  );
}
