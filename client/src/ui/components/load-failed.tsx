import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { describeThrown } from "@/lib/describe-failure";
import classes from "./load-failed.module.css";
import { PlainButton } from "./plain-button";

interface Props {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

/** Why something could not be shown, and another try: in the place of what is missing. */
export function LoadFailed({ failure, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.failed} role="alert">
      <IconAlertCircle size={16} stroke={1.7} aria-hidden="true" />
      <p>{describeThrown(failure, t)}</p>
      <PlainButton onClick={onRetry}>{t("ui.retry")}</PlainButton>
    </div>
  );
}
