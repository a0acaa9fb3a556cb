import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import classes from "./load-failed.module.css";

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
      <PlainButton onClick={onRetry}>{t("ui.retry")}</PlainButton>
    </div>
  );
}
