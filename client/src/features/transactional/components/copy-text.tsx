import { IconCheck, IconCopy } from "@tabler/icons-react";
import { middleCut } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { Scroller } from "@/ui/components/scroller";
import { useCopy } from "@/ui/use-copy";
import classes from "./copy-text.module.css";

interface Props {
  /** What it is, such as "Message id": the button says it. */
  readonly label: string;
  readonly text: string;
  /** Shown without its middle; copied whole. */
  readonly isCut?: boolean;
  /** Several lines: a program. */
  readonly isBlock?: boolean;
  /** Of a block: one long word, such as a key, all of it in sight. */
  readonly isWrapped?: boolean;
}

/** Something in its letters, with a button that copies it. */
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
        <code title={isCut ? text : undefined}>{isCut ? middleCut(text) : text}</code>
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
