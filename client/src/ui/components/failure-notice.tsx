import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "./notice";

interface Props {
  /** The error of a query or mutation. Nothing is shown for anything but an `ApiFailure`. */
  readonly error: unknown;
}

/** The message of a failed call, in place. */
export function FailureNotice({ error }: Props) {
  const { t } = useTranslation();
  return isFailure(error) ? <Notice kind="bad">{describeFailure(error, t)}</Notice> : null;
}
