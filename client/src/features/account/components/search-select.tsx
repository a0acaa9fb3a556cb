import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Select } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./search-select.module.css";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly help?: string;
  readonly error?: string | undefined;
  /** Whether the value can be empty. */
  readonly isOptional?: boolean;
  readonly onChange: (value: string) => void;
}

/** A choice of many options, searchable by part of their names. */
export function SearchSelect({ name, label, value, options, help, error, isOptional = false, onChange }: Props) {
  const { t } = useTranslation();
  // The stored value remains an option, even where the list now uses another name for it.
  const isKnown = value === "" || options.some((option) => option.value === value);
  const data = isKnown ? options : [{ value, label: value }, ...options];
  return (
    <Select
      name={name}
      label={label}
      description={help}
      error={error}
      inputWrapperOrder={["label", "input", "description", "error"]}
      data={[...data]}
      value={value === "" ? null : value}
      onChange={(chosen) => {
        if (chosen !== null || isOptional) onChange(chosen ?? "");
      }}
      placeholder={t("terms.notSet")}
      nothingFoundMessage={t("terms.noResults")}
      allowDeselect={isOptional}
      clearable={isOptional}
      clearButtonProps={{ "aria-label": t("account.clear", { field: label }) }}
      searchable
      selectFirstOptionOnChange
      maxDropdownHeight={280}
      classNames={{ dropdown: classes.dropdown ?? "", option: classes.option ?? "" }}
    />
  );
}
