import { useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { TextField } from "@/ui/components/text-field";
import { useSecondsRemaining } from "@/ui/use-seconds-remaining";
import { CODE_INPUTS, isCompleteCode, normalizeCode } from "../code-input";
import { AuthPage } from "../components/auth-page";
import { session, useSession } from "../session";
import type { CodeMethod } from "../session-machine";
import { useAuthForm } from "../use-auth-form";
import classes from "./auth-form.module.css";

const EMAIL_ONLY: readonly CodeMethod[] = ["email"];

/** The step between password and session: an app code, an emailed code or a recovery code (SESS-46, SESS-95). */
export function TwoFactorPage() {
  const { t } = useTranslation();
  const snapshot = useSession();
  const { step, failure, wasResent } = snapshot.context;
  const methods = step?.methods ?? EMAIL_ONLY;
  const [chosen, setChosen] = useState<CodeMethod>();
  const method = chosen && methods.includes(chosen) ? chosen : (methods[0] ?? "email");
  const input = CODE_INPUTS[method];
  const sheet = useRef<HTMLFormElement>(null);
  const secondsLeft = useSecondsRemaining(step?.resendAt ?? 0);
  const isResending = snapshot.matches({ session: { awaitingTwoFactor: "resending" } });
  const isBusy = snapshot.matches({ session: { awaitingTwoFactor: "submitting" } });

  const form = useAuthForm({
    rules: { code: (text: string) => (isCompleteCode(text, method) ? undefined : input.missing) },
    failure,
    onValid: ({ code }) => session.send({ type: "submitCode", code: normalizeCode(code, method) }),
  });
  const field = form.field("code");

  /** A complete code submits automatically, whether typed, pasted or filled in. */
  function onEdited(text: string): void {
    field.onEdited();
    if (method !== "recovery" && isCompleteCode(text, method)) sheet.current?.requestSubmit();
  }

  function choose(next: CodeMethod): void {
    setChosen(next);
    if (next === "email" && step?.sentTo === undefined && secondsLeft === 0) session.send({ type: "resendCode" });
  }

  return (
    <AuthPage title={t("steps.title")}>
      <p className={classes.lead}>
        {method === "email" && step?.sentTo ? t("steps.leadEmailTo", { address: step.sentTo }) : t(input.lead)}
      </p>
      <form ref={sheet} className={classes.form} onSubmit={form.onSubmit} noValidate>
        {form.notice ? <Notice kind="bad">{form.notice}</Notice> : null}
        {wasResent && method === "email" && !form.notice ? <Notice kind="ok">{t("steps.resent")}</Notice> : null}
        <div className={method === "recovery" ? undefined : classes.code}>
          <TextField
            {...field}
            key={method}
            label={t(input.label)}
            inputMode={input.inputMode}
            maxLength={input.maxLength}
            autoComplete="one-time-code"
            autoFocus
            onEdited={onEdited}
          />
        </div>
        <PlainButton type="submit" kind="primary" isWide isBusy={isBusy}>
          {t("steps.continue")}
        </PlainButton>
      </form>
      <div className={classes.others}>
        {method === "email" ? (
          <PlainButton
            kind="quiet"
            isBusy={isResending}
            isDisabled={secondsLeft > 0}
            onClick={() => session.send({ type: "resendCode" })}
          >
            {secondsLeft > 0 ? t("steps.resendIn", { seconds: secondsLeft }) : t("steps.resend")}
          </PlainButton>
        ) : null}
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <PlainButton key={other} kind="quiet" onClick={() => choose(other)}>
              {t(CODE_INPUTS[other].choose)}
            </PlainButton>
          ))}
        <PlainButton kind="quiet" to="/logout">
          {t("steps.useOtherAccount")}
        </PlainButton>
      </div>
    </AuthPage>
  );
}
