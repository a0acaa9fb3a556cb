import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { $api } from "@/lib/api/hooks";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { useSecondsLeft } from "@/ui/use-seconds-left";
import { Gate } from "./gate";
import { useRefused } from "./wanted-route";

export { loadRefusedTexts as loader } from "./wanted-route";

/** A link is mailed at most this often. */
const AGAIN_SECONDS = 60;

function waitOf(error: unknown): number {
  const seconds = isFailure(error) ? error.payload.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds : 0;
}

/** The wanted screen asks for a validated address: a new link by mail, and on as soon as it has been used (SHELL-58). */
export function EmailCheckPage() {
  const { t } = useTranslation();
  const { entry, path, from } = useRefused();
  const user = useMe()?.user;
  const [againAt, setAgainAt] = useState(0);
  const left = useSecondsLeft(againAt);
  const wait = (seconds: number) => setAgainAt(Date.now() + seconds * 1000);
  const resend = $api.useMutation("post", "/api/users/revalidate", {
    meta: { quiet: true },
    onSuccess: () => wait(AGAIN_SECONDS),
    onError: (error) => wait(waitOf(error)),
  });
  if (!entry || user?.validate) return <Navigate to={path ?? from} replace />;
  return (
    <Gate
      title={t("gates.email")}
      facts={[{ label: t("gates.address"), value: user?.email ?? "" }]}
      actions={
        <>
          <PlainButton kind="primary" isBusy={resend.isPending} isDisabled={left > 0} onClick={() => resend.mutate({})}>
            {left > 0 ? t("gates.resendIn", { count: left }) : t("gates.resend")}
          </PlainButton>
          <PlainButton to={from}>{t("gates.back")}</PlainButton>
        </>
      }
      after={
        resend.isSuccess ? (
          <Notice kind="ok">{t("gates.resent")}</Notice>
        ) : isFailure(resend.error) ? (
          <Notice kind="bad">{describeFailure(resend.error, t)}</Notice>
        ) : null
      }
    >
      <p>{t("gates.emailText", { screen: t(entry.title) })}</p>
    </Gate>
  );
}
