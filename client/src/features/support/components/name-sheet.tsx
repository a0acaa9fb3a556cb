import { TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import type { PoolChange } from "../pools-data";
import { ChangeSheet } from "./change-sheet";
import { useChangeForm } from "./use-change-form";

const MAX_NAME_CHARACTERS = 60;

interface Props {
  readonly title: string;
  readonly label: string;
  readonly initialName: string;
  readonly changeOf: (name: string) => PoolChange;
  readonly onClose: () => void;
}

/** Asks for the name of a pool. */
export function NameSheet({ title, label, initialName, changeOf, onClose }: Props) {
  const { t } = useTranslation();
  const change = useChangeForm({
    initial: { name: initialName, reason: "" },
    validate: ({ name }) => (name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    changeOf: ({ name }) => changeOf(name.trim()),
    onClose,
  });
  return (
    <ChangeSheet {...change} title={title} label={label} onClose={onClose}>
      <TextInput {...change.form.text("name")} label={t("words.name")} maxLength={MAX_NAME_CHARACTERS} data-autofocus />
    </ChangeSheet>
  );
}
