import { useTranslation } from "react-i18next";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { TextField } from "@/ui/components/text-field";
import { Entrance } from "../components/entrance";
import { session, useSession } from "../session";
import { useEntranceForm } from "../use-entrance-form";
import classes from "./entrance-form.module.css";

const CODE = /^\d{6}$/;
const CODE_RULES = {
  code: (value: string) => (CODE.test(value.trim()) ? undefined : "session.codeMissing"),
} as const;

export function TwoFactorPage() {
  const { t } = useTranslation();
  const snapshot = useSession();
  const isResending = snapshot.matches({ awaitingTwoFactor: "resending" });
  const isBusy = snapshot.matches({ awaitingTwoFactor: "submitting" });
  const form = useEntranceForm({
    rules: CODE_RULES,
    failure: snapshot.context.failure,
    onValid: ({ code }) => session.send({ type: "submitCode", code }),
  });
  return (
    <Entrance title={t("session.code")}>
      <p className={classes.lead}>{t("session.codeSent")}</p>
      <form className={classes.form} onSubmit={form.onSubmit} noValidate>
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
        <TextField
          {...form.field("code")}
          label={t("session.codeLabel")}
          inputMode="numeric"
          maxLength={6}
          autoComplete="one-time-code"
        />
        <PlainButton type="submit" kind="primary" isWide isBusy={isBusy}>
          {t("session.codeSubmit")}
        </PlainButton>
      </form>
      <div className={classes.actions}>
        <PlainButton kind="quiet" isBusy={isResending} onClick={() => session.send({ type: "resendCode" })}>
          {t("session.codeResend")}
        </PlainButton>
        <PlainButton kind="quiet" to="/logout">
          {t("session.useOtherAccount")}
        </PlainButton>
      </div>
    </Entrance>
  );
}
