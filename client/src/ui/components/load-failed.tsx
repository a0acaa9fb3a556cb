import { IconAlertCircle } from "@tabler/icons-react";
import { isFailure } from "@/lib/api/failure";
import { describeThrown } from "@/lib/describe-failure";
import { resolveFailure } from "@/lib/errors";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./load-failed.module.css";
import { PlainButton } from "./plain-button";

interface Props {
  readonly failure: unknown;
  readonly onRetry: () => void;
}

/** Replaces content that failed to load: shows the reason, links to the remedy and offers a retry. */
export function LoadFailed({ failure, onRetry }: Props) {
  const { t } = useTranslation();
  const remedy = isFailure(failure) ? resolveFailure(failure).remedy : undefined;
  return (
    <div className={classes.failed} role="alert">
      <IconAlertCircle size={16} stroke={1.7} aria-hidden="true" />
      <p>{describeThrown(failure, t)}</p>
      {remedy ? <PlainButton to={remedy.to}>{t(remedy.label)}</PlainButton> : null}
      <PlainButton onClick={onRetry}>{t("ui.retry")}</PlainButton>
    </div>
  );
}
