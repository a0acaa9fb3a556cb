import { Link, useLocation } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { TextField } from "@/ui/components/text-field";
import { REGISTER_RULES } from "../auth-form";
import { prepareCaptcha } from "../captcha";
import { AuthPage } from "../components/auth-page";
import { session, useSession } from "../session";
import { useAuthForm } from "../use-auth-form";
import classes from "./auth-form.module.css";

export function RegisterPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const snapshot = useSession();
  const isBusy =
    snapshot.matches({ session: { loggedOut: "registering" } }) || snapshot.matches({ session: "awaitingTwoFactor" });
  const form = useAuthForm({
    rules: REGISTER_RULES,
    failure: snapshot.context.failure,
    onValid: (values) => session.send({ type: "register", ...values }),
  });
  return (
    <AuthPage title={t("session.register")}>
      <form className={classes.form} onSubmit={form.onSubmit} onFocus={prepareCaptcha} noValidate>
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
        <TextField {...form.field("name")} label={t("session.name")} autoComplete="name" />
        <TextField {...form.field("company")} label={t("session.company")} autoComplete="organization" />
        <TextField {...form.field("email")} label={t("session.email")} type="email" autoComplete="email" />
        <TextField {...form.field("phone")} label={t("session.phone")} type="tel" autoComplete="tel" />
        <TextField
          {...form.field("password")}
          label={t("session.password")}
          help={t("session.passwordHelp")}
          type="password"
          autoComplete="new-password"
        />
        <PlainButton type="submit" kind="primary" isWide isBusy={isBusy}>
          {t("session.createAccount")}
        </PlainButton>
      </form>
      <p className={classes.other}>
        {t("session.haveAccount")} <Link to={`/login${search}`}>{t("session.signIn")}</Link>
      </p>
    </AuthPage>
  );
}
