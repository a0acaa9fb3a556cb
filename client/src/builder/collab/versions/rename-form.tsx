import { Button, Flex, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { MAX_NAME_LENGTH } from "./versions-data";

interface Props {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onRename: (name: string) => void;
}

/** A form that renames a version. */
export function RenameForm({ name, isBusy, onCancel, onRename }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  return (
    <Flex
      component="form"
      gap="xs"
      flex={1}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (typed.trim() !== "") onRename(typed.trim());
      }}
    >
      <TextInput
        flex={1}
        aria-label={t("collab.versions.name")}
        value={typed}
        maxLength={MAX_NAME_LENGTH}
        autoFocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button onClick={onCancel}>{t("ui.cancel")}</Button>
      <Button type="submit" variant="filled" disabled={typed.trim() === ""} loading={isBusy}>
        {t("terms.saveName")}
      </Button>
    </Flex>
  );
}
