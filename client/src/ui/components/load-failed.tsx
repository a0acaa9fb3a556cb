import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import classes from "./load-failed.module.css";
import { Notice } from "./notice";

interface Props {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

/** Why something could not be shown, and another try. */
export function LoadFailed({ failure, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.failed}>
      <Notice kind="bad">{isFailure(failure) ? describeFailure(failure, t) : t("errors.serverException")}</Notice>
      <Button onClick={onRetry}>{t("ui.retry")}</Button>
    </div>
  );
}
