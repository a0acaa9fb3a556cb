import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { toast } from "@/ui/toasts";
import classes from "./domain.module.css";

const SAID_MS = 2000;

interface Props {
  /** What it is, such as "Name": the button says it. */
  readonly label: string;
  readonly text: string;
  readonly onCopied?: () => void;
}

/** A value of a record in its letters, with a button that copies it. */
export function CopyValue({ label, text, onCopied }: Props) {
  const { t } = useTranslation();
  const [wasCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!wasCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [wasCopied]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      toast("warning", t("senders.domains.copyRefused"));
    }
  }
  const Icon = wasCopied ? IconCheck : IconCopy;
  return (
    <div className={classes.value}>
      <code>{text}</code>
      <IconButton
        label={wasCopied ? t("ui.copied") : t("senders.domains.copy", { what: label })}
        size="row"
        onClick={() => void copy()}
      >
        <Icon size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
