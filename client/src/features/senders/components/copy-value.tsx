import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { useCopy } from "@/ui/use-copy";
import classes from "./domain.module.css";

interface Props {
  /** Name of the value for the copy button, such as "Name". */
  readonly label: string;
  readonly text: string;
  readonly onCopied?: () => void;
}

/** Monospaced value of a DNS record with a copy button. */
export function CopyValue({ label, text, onCopied }: Props) {
  const { t } = useTranslation();
  const { copy, wasCopied } = useCopy({ refusal: "senders.domains.copyRefused", onCopied });
  const Icon = wasCopied ? IconCheck : IconCopy;
  return (
    <div className={classes.value}>
      <code>{text}</code>
      <IconButton
        label={wasCopied ? t("ui.copied") : t("senders.domains.copy", { what: label })}
        size="row"
        onClick={() => copy(text)}
      >
        <Icon size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
