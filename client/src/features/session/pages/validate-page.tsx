import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { $api } from "@/lib/api/hooks";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { Entrance } from "../components/entrance";
import classes from "./entrance-form.module.css";

/** Opening a mailed link changes nothing: a scanner that follows it validates nothing. The button does. */
export function ValidatePage() {
  const { t } = useTranslation();
  const { token = "" } = useParams();
  const validate = $api.useMutation("post", "/api/users/validate", { meta: { quiet: true } });
  if (validate.isSuccess) {
    return (
      <Entrance title={t("session.validated")}>
        <p className={classes.lead}>{t("session.validatedNext")}</p>
        <PlainButton kind="primary" isWide to="/dashboard">
          {t("session.toDashboard")}
        </PlainButton>
      </Entrance>
    );
  }
  return (
    <Entrance title={t("session.validate")}>
      <p className={classes.lead}>{t("session.validateIntro")}</p>
      <div className={classes.form}>
        {isFailure(validate.error) ? <Notice kind="bad">{describeFailure(validate.error, t)}</Notice> : null}
        <PlainButton
          kind="primary"
          isWide
          isBusy={validate.isPending}
          onClick={() => validate.mutate({ body: { token } })}
        >
          {t("session.validateSubmit")}
        </PlainButton>
      </div>
    </Entrance>
  );
}
