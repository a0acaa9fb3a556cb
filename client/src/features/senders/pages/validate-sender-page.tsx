import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { Entrance } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { $api } from "@/lib/api/hooks";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import classes from "./validate-sender-page.module.css";

/** Opening a mailed link changes nothing: a scanner that follows it validates nothing. The button does. */
export function ValidateSenderPage() {
  const { t } = useTranslation();
  const { token = "" } = useParams();
  const validate = $api.useMutation("post", "/api/senders/validate", { meta: { quiet: true } });
  if (validate.data) {
    return (
      <Entrance title={t("senders.validateDone")}>
        <p className={classes.lead}>{t("senders.validateNext", { email: validate.data.email })}</p>
        <PlainButton kind="primary" isWide to="/senders">
          {t("senders.toSenders")}
        </PlainButton>
      </Entrance>
    );
  }
  return (
    <Entrance title={t("senders.validate")}>
      <p className={classes.lead}>{t("senders.validateIntro")}</p>
      <div className={classes.form}>
        {isFailure(validate.error) ? <Notice kind="bad">{describeFailure(validate.error, t)}</Notice> : null}
        <PlainButton
          kind="primary"
          isWide
          isBusy={validate.isPending}
          onClick={() => validate.mutate({ body: { token } })}
        >
          {t("senders.validateSubmit")}
        </PlainButton>
      </div>
    </Entrance>
  );
}
