import { useState } from "react";
import { CopyValue } from "@/features/senders/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { useTakeFocus } from "@/ui/use-take-focus";
import classes from "./parts/config.module.css";

interface Props {
  /** What it is, such as "API key": the button that copies says it. */
  readonly label: string;
  readonly secret: string;
  /** What it is for. */
  readonly help?: string;
  /** Where the button below it leads: who goes on there has said that it is stored. */
  readonly next?: string;
}

/** A secret that is shown this once, and not left behind unasked before it was copied. */
export function SecretOnce({ label, secret, help, next }: Props) {
  const { t } = useTranslation();
  const [wasCopied, setCopied] = useState(false);
  const box = useTakeFocus<HTMLElement>();
  const guard = useLeaveGuard({ isDirty: !wasCopied, permitted: next ? [next] : [] });
  return (
    <section
      ref={box}
      className={classes.secret}
      aria-label={label}
      tabIndex={-1}
      // Marked and copied by hand counts as well.
      onCopy={() => setCopied(true)}
    >
      <h2>{label}</h2>
      <CopyValue label={label} text={secret} onCopied={() => setCopied(true)} />
      <p>
        {t("transactional.config.once")} {help}
      </p>
      <LeaveDialog
        guard={guard}
        title={t("transactional.config.leaveTitle")}
        confirmLabel={t("transactional.config.leave")}
      >
        {t("transactional.config.leaveText")}
      </LeaveDialog>
    </section>
  );
}
