import { Button, Checkbox, Group, Text, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Panel } from "@/ui/components/panel";
import { describeInput } from "@/ui/describe-input";
import { buildPastedFile, countPastedRows } from "../pasted-rows";

interface Props {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onPaste: (file: File) => void;
  readonly onBack: () => void;
}

/** The button that opened this view is gone, and the focus with it. */
const focus = (box: HTMLTextAreaElement | null) => box?.focus();

/** Rows copied from a spreadsheet or an email; they become a file like any other. */
export function ImportPaste({ text, onText, onPaste, onBack }: Props) {
  const { t } = useTranslation();
  const id = useId();
  /** The user's choice for the first row; undefined while it is detected from the row itself. */
  const [said, setSaid] = useState<boolean>();
  const { rows, namesColumns } = countPastedRows(text, said);
  return (
    <Panel gap="xs" p="md">
      <Text component="label" htmlFor={id} size="sm" fw={600}>
        {t("contacts.pasteLabel")}
      </Text>
      <Text size="sm" c="var(--text2)" id={`${id}-help`}>
        {t("contacts.pasteHelp")}
      </Text>
      <Textarea
        classNames={{ input: "mono" }}
        wrap="off"
        ref={focus}
        id={id}
        {...describeInput(`${id}-help`)}
        rows={10}
        spellCheck={false}
        value={text}
        placeholder={t("contacts.pasteExample")}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      <Checkbox
        label={t("contacts.pasteNames")}
        checked={namesColumns}
        onChange={({ currentTarget }) => setSaid(currentTarget.checked)}
      />
      <Group gap="xs" justify="space-between">
        <Button variant="subtle" onClick={onBack}>
          {t("contacts.pasteBack")}
        </Button>
        <Button
          variant="filled"
          aria-disabled={rows === 0 || undefined}
          onClick={() => {
            if (rows > 0) onPaste(buildPastedFile(text, namesColumns, t));
          }}
        >
          {rows > 0
            ? t("contacts.pasteRead", { count: rows, total: formatInteger(rows) })
            : t("contacts.pasteReadNone")}
        </Button>
      </Group>
    </Panel>
  );
}
