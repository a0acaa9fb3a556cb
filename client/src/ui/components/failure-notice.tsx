import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "./notice";

interface Props {
  /** What a query or mutation failed with; nothing is shown for what is no `ApiFailure`. */
  readonly error: unknown;
}

/** The sentence of a failed call, in place. */
export function FailureNotice({ error }: Props) {
  const { t } = useTranslation();
  return isFailure(error) ? <Notice kind="bad">{describeFailure(error, t)}</Notice> : null;
}
