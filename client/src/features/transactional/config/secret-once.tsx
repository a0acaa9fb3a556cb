import { Text } from "@mantine/core";
import { useState } from "react";
import { CopyValue } from "@/features/senders/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { Panel } from "@/ui/components/panel";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { useRecoverFocus } from "@/ui/use-recover-focus";

interface Props {
  /** Name of the secret for the copy button, such as "API key". */
  readonly label: string;
  readonly secret: string;
  /** What the secret is for. */
  readonly help?: string;
  /** Path that the user can leave to without confirmation: its button confirms that the secret is stored. */
  readonly next?: string;
}

/** Shows a secret once. Leaving before copying it needs confirmation. */
export function SecretOnce({ label, secret, help, next }: Props) {
  const { t } = useTranslation();
  const [wasCopied, setCopied] = useState(false);
  const box = useRecoverFocus<HTMLDivElement>();
  const guard = useLeaveGuard({ isDirty: !wasCopied, permitted: next ? [next] : [] });
  return (
    <Panel
      component="section"
      ref={box}
      gap="sm"
      p="md"
      bd="1px solid var(--vendor-fill)"
      style={{ outline: "none" }}
      aria-label={label}
      tabIndex={-1}
      // A manual copy of the selection counts too.
      onCopy={() => setCopied(true)}
    >
      <Text component="h2" fz="md" lh="md" fw={600}>
        {label}
      </Text>
      <CopyValue label={label} text={secret} onCopied={() => setCopied(true)} />
      <Text size="sm" lh="md" c="var(--text2)">
        {t("transactional.config.once")} {help}
      </Text>
      <LeaveDialog
        guard={guard}
        title={t("transactional.config.leaveTitle")}
        confirmLabel={t("transactional.config.leave")}
      >
        {t("transactional.config.leaveText")}
      </LeaveDialog>
    </Panel>
  );
}
