import { IconCheck, IconCopy } from "@tabler/icons-react";
import { truncateMiddle } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { Scroller } from "@/ui/components/scroller";
import { useCopy } from "@/ui/use-copy";
import classes from "./copy-text.module.css";

interface Props {
  /** Name of the value for the copy button, such as "Message id". */
  readonly label: string;
  readonly text: string;
  /** Shortens the displayed text in the middle; the copy is complete. */
  readonly isCut?: boolean;
  /** Multiple lines, such as source code. */
  readonly isBlock?: boolean;
  /** Wraps a long block, such as a key, so that all of it is visible. */
  readonly isWrapped?: boolean;
}

/** Monospaced text with a copy button. */
export function CopyText({ label, text, isCut = false, isBlock = false, isWrapped = false }: Props) {
  const { t } = useTranslation();
  const { copy, wasCopied } = useCopy();

  const Icon = wasCopied ? IconCheck : IconCopy;
  return (
    <span className={classes.copy} data-block={isBlock || undefined}>
      {isBlock ? (
        <Scroller className={classes.block}>
          <pre data-wrapped={isWrapped || undefined}>{text}</pre>
        </Scroller>
      ) : (
        <code title={isCut ? text : undefined}>{isCut ? truncateMiddle(text) : text}</code>
      )}
      <IconButton
        size="row"
        label={wasCopied ? t("ui.copied") : t("transactional.copy", { what: label })}
        onClick={() => copy(text)}
      >
        <Icon size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
