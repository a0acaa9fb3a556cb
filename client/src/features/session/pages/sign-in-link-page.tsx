import { Link, useParams } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkToken } from "@/lib/link-token";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PlainButton } from "@/ui/components/plain-button";
import { AuthPage } from "../components/auth-page";
import { MultipleLogin } from "../multiple-login/multiple-login";
import { session, useSession } from "../session";
import type { LinkCredentials } from "../session-machine";
import classes from "./auth-form.module.css";

/** Signs in with the token in the address. Waits for the button, because security scanners open links. */
function SignInLink({ kind }: Pick<LinkCredentials, "kind">) {
  const { t } = useTranslation();
  const { value: inPath } = useParams();
  const behindHash = useLinkToken();
  const value = inPath ?? behindHash;
  const snapshot = useSession();
  const { failure } = snapshot.context;
  const isBusy =
    snapshot.matches({ session: { loggedOut: "passing" } }) || snapshot.matches({ session: "awaitingTwoFactor" });
  const signIn = (logoutFromOthers: boolean) => session.send({ type: "signInWith", kind, value, logoutFromOthers });
  return (
    <AuthPage title={t("steps.linkTitle")}>
      <p className={classes.lead}>{t("steps.linkLead")}</p>
      <div className={classes.form}>
        <FailureNotice error={failure} />
        <PlainButton kind="primary" isWide isBusy={isBusy} onClick={() => signIn(false)}>
          {t("session.signIn")}
        </PlainButton>
      </div>
      <p className={classes.other}>
        <Link to="/login">{t("steps.byPassword")}</Link>
      </p>
      <MultipleLogin onEndOthers={() => signIn(true)} />
    </AuthPage>
  );
}

export function SignInTokenPage() {
  return <SignInLink kind="token" />;
}

export function SignInJwtPage() {
  return <SignInLink kind="jwt" />;
}
