import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CustomValue } from "../contact-draft";
import type { CustomField } from "../fields-data";
import { CheckBox } from "./check-box";
import classes from "./contact-fields.module.css";

interface Props {
  readonly field: CustomField;
  readonly value: CustomValue;
  readonly onChange: (value: CustomValue) => void;
  readonly error: string | undefined;
}

/** The input that fits a custom field's type; an emptied one is null. */
export function CustomFieldInput({ field, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const shared = { label: field.name, error, size: "md" as const };
  const text = value === null || value === undefined ? "" : String(value);
  switch (field.type) {
    case "checkbox":
      return (
        <CheckBox line={classes.check} isTicked={value === true} onChange={onChange}>
          {field.name}
        </CheckBox>
      );
    case "dropdown":
      return (
        <NativeSelect
          {...shared}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          data={[{ value: "", label: t("contacts.notSet") }, ...field.values]}
        />
      );
    case "date":
      return (
        <TextInput
          {...shared}
          type="date"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case "number":
      return (
        <TextInput
          {...shared}
          inputMode="decimal"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case "text":
      return <TextInput {...shared} value={text} onChange={(event) => onChange(event.currentTarget.value || null)} />;
  }
}
