import { useRef } from "react";
import { Link, useLocation } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { TextField } from "@/ui/components/text-field";
import { SIGN_IN_RULES, validateForm } from "../auth-form";
import { prepareCaptcha } from "../captcha";
import { AuthPage } from "../components/auth-page";
import { MultipleLogin } from "../multiple-login/multiple-login";
import { session, useSession } from "../session";
import { useAuthForm } from "../use-auth-form";
import classes from "./auth-form.module.css";

export function SignInPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const snapshot = useSession();
  const sheet = useRef<HTMLFormElement>(null);
  const isBusy =
    snapshot.matches({ session: { loggedOut: "signingIn" } }) || snapshot.matches({ session: "awaitingTwoFactor" });
  const form = useAuthForm({
    rules: SIGN_IN_RULES,
    failure: snapshot.context.failure,
    onValid: (values) => session.send({ type: "signIn", ...values, logoutFromOthers: false }),
  });

  /** Reads the password from the form again, so that it is stored nowhere else. */
  function endOthers(): void {
    if (!sheet.current) return;
    const { values } = validateForm(new FormData(sheet.current), SIGN_IN_RULES);
    session.send({ type: "signIn", ...values, logoutFromOthers: true });
  }

  return (
    <AuthPage title={t("session.signIn")}>
      <form ref={sheet} className={classes.form} onSubmit={form.onSubmit} onFocus={prepareCaptcha} noValidate>
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
        {!form.notice && snapshot.matches({ expired: "yes" }) ? (
          <Notice kind="info">{t("session.hasExpired")}</Notice>
        ) : null}
        <TextField {...form.field("email")} label={t("session.email")} type="email" autoComplete="username" />
        <TextField
          {...form.field("password")}
          label={t("session.password")}
          type="password"
          autoComplete="current-password"
          beside={<Link to={`/forget-password${search}`}>{t("session.forgot")}</Link>}
        />
        <PlainButton type="submit" kind="primary" isWide isBusy={isBusy}>
          {t("session.signIn")}
        </PlainButton>
      </form>
      <p className={classes.other}>
        {t("session.noAccount")} <Link to={`/register${search}`}>{t("session.register")}</Link>
      </p>
      <MultipleLogin onEndOthers={endOthers} />
    </AuthPage>
  );
}
