import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { useCopy } from "@/ui/use-copy";
import classes from "./authenticator.module.css";

interface Props {
  readonly text: string;
  readonly label: string;
}

/** Puts `text` on the clipboard, and says so for a moment. */
export function CopyButton({ text, label }: Props) {
  const { t } = useTranslation();
  const { copy, wasCopied } = useCopy({ refusal: "terms.yourBrowserBlockedCopyingSelectTheTextAnd" });
  const Icon = wasCopied ? IconCheck : IconCopy;
  return (
    <PlainButton onClick={() => copy(text)}>
      <span className={classes.withIcon} aria-live="polite">
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        {wasCopied ? t("ui.copied") : label}
      </span>
    </PlainButton>
  );
}
