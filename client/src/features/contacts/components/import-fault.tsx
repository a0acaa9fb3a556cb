import type { ReactNode } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { faultKey, faultOf, faultParams, mendKeys } from "../import-faults";
import classes from "./import-wizard.module.css";

interface Props {
  readonly failure: unknown;
  /** What can be done about it here. */
  readonly actions?: ReactNode;
}

/** Why a file was refused: what is wrong with it, and how to mend that. */
export function ImportFault({ failure, actions }: Props) {
  const { t } = useTranslation();
  if (!isFailure(failure)) return null;
  const fault = faultOf(failure);
  const params = faultParams(failure.payload);
  return (
    <Notice kind="bad">
      <strong className={classes.faultTitle}>
        {fault ? t(faultKey(fault, params), params) : describeFailure(failure, t)}
      </strong>
      {fault ? <span>{t(mendKeys(fault, params), params)}</span> : null}
      {actions ? <div className={classes.faultActions}>{actions}</div> : null}
    </Notice>
  );
}
