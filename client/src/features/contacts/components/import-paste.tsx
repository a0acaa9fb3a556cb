import { Button, Checkbox, Text } from "@mantine/core";
import { useId, useState } from "react";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { buildPastedFile, countPastedRows } from "../import-paste";
import classes from "./import-wizard.module.css";

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
    <div className={classes.paste}>
      <label htmlFor={id} className={classes.cardTitle}>
        {t("contacts.pasteLabel")}
      </label>
      <Text size="sm" c="var(--text2)" id={`${id}-help`}>
        {t("contacts.pasteHelp")}
      </Text>
      <textarea
        ref={focus}
        id={id}
        aria-describedby={`${id}-help`}
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
      <div className={classes.foot}>
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
          {rows > 0 ? t("contacts.pasteRead", { count: rows, total: integer(rows) }) : t("contacts.pasteReadNone")}
        </Button>
      </div>
    </div>
  );
}
