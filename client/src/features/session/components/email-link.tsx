import type { ReactNode } from "react";
import { isFailure } from "@/lib/api/failure";
import { FailureNotice } from "@/ui/components/failure-notice";
import { PlainButton } from "@/ui/components/plain-button";
import classes from "../pages/auth-form.module.css";
import { AuthPage } from "./auth-page";

interface Step {
  readonly title: string;
  readonly lead: ReactNode;
}

interface Props {
  /** Has no button where nothing can be confirmed any more. */
  readonly before: Step & { readonly button: string | undefined };
  readonly after: Step & { readonly button: string; readonly to: string };
  readonly act: { readonly isSuccess: boolean; readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
  /** Help for a rejected link. */
  readonly otherwise?: ReactNode;
}

/** Screen of an emailed link. Only the button confirms: security scanners open links. */
export function EmailLinkPage({ before, after, act, onConfirm, otherwise }: Props) {
  if (act.isSuccess) {
    return (
      <AuthPage title={after.title}>
        <p className={classes.lead}>{after.lead}</p>
        <PlainButton kind="primary" isWide to={after.to}>
          {after.button}
        </PlainButton>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={before.title}>
      <p className={classes.lead}>{before.lead}</p>
      <div className={classes.form}>
        <FailureNotice error={act.error} />
        {before.button === undefined ? null : (
          <PlainButton kind="primary" isWide isBusy={act.isPending} onClick={onConfirm}>
            {before.button}
          </PlainButton>
        )}
        {isFailure(act.error) ? otherwise : null}
      </div>
    </AuthPage>
  );
}
