import { Box, Button, Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet, IconUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { formatFileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./import-wizard.module.css";

interface Props {
  /** The chosen file, if any. */
  readonly file: File | undefined;
  readonly limitBytes: number;
  /** Help text; the default describes imports of contacts. */
  readonly help?: string;
  readonly onChoose: (file: File) => void;
}

const ACCEPTED = ".csv,.tsv,.txt,.gz,.xls,.xlsx,text/csv,text/tab-separated-values,application/gzip";

/** Area to drop or choose a file. The server checks its content, not its name. */
export function FileDrop({ file, limitBytes, help, onChoose }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Stack
        component="span"
        gap={0}
        align="center"
        justify="center"
        bdrs="lg"
        w={40}
        h={40}
        bd="1px solid var(--line)"
        bg="var(--page)"
        c="var(--text2)"
      >
        {file ? (
          <IconFileSpreadsheet size={20} stroke={1.7} aria-hidden="true" />
        ) : (
          <IconUpload size={20} stroke={1.7} aria-hidden="true" />
        )}
      </Stack>
      <Box component="p" m={0} mt="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {file ? file.name : t("contacts.dropHere")}
      </Box>
      <Text size="sm" mt={2} mb="md" c="var(--text2)">
        {file ? formatFileSize(file.size) : (help ?? t("contacts.dropHelp", { limit: formatFileSize(limitBytes) }))}
      </Text>
      <Button onClick={() => input.current?.click()}>
        {file ? t("contacts.chooseOther") : t("contacts.chooseFile")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t("contacts.chooseFile")}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          // The same file can be chosen again after it was fixed.
          event.currentTarget.value = "";
          if (chosen) onChoose(chosen);
        }}
      />
    </div>
  );
}
