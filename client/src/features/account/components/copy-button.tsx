import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { toast } from "@/ui/toasts";
import classes from "./authenticator.module.css";

const SAID_MS = 2000;

interface Props {
  readonly text: string;
  readonly label: string;
}

/** Puts `text` on the clipboard, and says so for a moment. */
export function CopyButton({ text, label }: Props) {
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
    } catch {
      toast("warning", t("terms.yourBrowserBlockedCopyingSelectTheTextAnd"));
    }
  }
  const Icon = wasCopied ? IconCheck : IconCopy;
  return (
    <PlainButton onClick={() => void copy()}>
      <span className={classes.withIcon} aria-live="polite">
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        {wasCopied ? t("ui.copied") : label}
      </span>
    </PlainButton>
  );
}
