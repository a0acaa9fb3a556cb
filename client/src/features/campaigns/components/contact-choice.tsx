import { Select } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useContactSearch } from "../composer-data";
import classes from "./contact-choice.module.css";

interface Props {
  readonly contactId: number | undefined;
  /** Email address of the contact in the preview. */
  readonly shown: string | undefined;
  readonly onChange: (contactId: number | undefined) => void;
}

/** Debounce of the contact search. */
const DEBOUNCE_MS = 200;

/** Chooses the contact whose fields fill the preview. */
export function ContactChoice({ contactId, shown, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed === shown ? "" : typed.trim(), DEBOUNCE_MS);
  const found = useContactSearch(search).data?.items ?? [];
  const data = found.map(({ contactId: id, email, fullname }) => ({
    value: String(id),
    label: email,
    ...(fullname ? { title: fullname } : {}),
  }));
  const chosen = contactId === undefined ? null : String(contactId);
  // The selected contact stays an option whatever the search finds.
  if (chosen && shown && !data.some(({ value }) => value === chosen)) data.unshift({ value: chosen, label: shown });
  return (
    <Select
      className={classes.choice ?? ""}
      size="xs"
      aria-label={t("campaigns.see.asContact")}
      placeholder={shown ?? t("campaigns.see.asContact")}
      searchable
      clearable={contactId !== undefined}
      data={data}
      value={chosen}
      onChange={(value) => onChange(value === null ? undefined : Number(value))}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t("campaigns.see.notFound")}
      comboboxProps={{ shadow: "none" }}
    />
  );
}
