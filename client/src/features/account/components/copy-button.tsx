import { Button, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { useCopy } from "@/ui/use-copy";

interface Props {
  readonly text: string;
  readonly label: string;
}

/** Copies `text` to the clipboard and confirms it briefly. */
export function CopyButton({ text, label }: Props) {
  const { t } = useTranslation();
  const { copy, wasCopied } = useCopy({ refusal: "terms.yourBrowserBlockedCopyingSelectTheTextAnd" });
  const Icon = wasCopied ? IconCheck : IconCopy;
  return (
    <Button onClick={() => copy(text)}>
      <Group component="span" gap={6} wrap="nowrap" display="inline-flex" aria-live="polite">
        <Icon size={16} stroke={1.7} aria-hidden="true" />
        {wasCopied ? t("ui.copied") : label}
      </Group>
    </Button>
  );
}
