import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { $api } from "@/lib/api/hooks";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
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
        <Button variant="filled" size="lg" fullWidth component={Link} to="/dashboard">
          {t("session.toDashboard")}
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={t("session.validate")}>
      <p className={classes.lead}>{t("session.validateIntro")}</p>
      <div className={classes.form}>
        {isFailure(validate.error) ? <Notice kind="bad">{describeFailure(validate.error, t)}</Notice> : null}
        <Button
          variant="filled"
          size="lg"
          fullWidth
          loading={validate.isPending}
          onClick={() => validate.mutate({ body: { token } })}
        >
          {t("session.validateSubmit")}
        </Button>
      </div>
    </Entrance>
  );
}
