import { Checkbox, Fieldset, Input, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import { toTeamTime } from "@/lib/dates";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import { DateTimeField } from "@/ui/dates/date-time-field";
import type { CustomValue } from "../contact-draft";
import type { CustomField, FieldType } from "../fields-data";
import classes from "./contact-fields.module.css";

interface Props {
  readonly field: CustomField;
  readonly value: CustomValue;
  readonly onChange: (value: CustomValue) => void;
  readonly error: string | undefined;
}

/** Native attributes of the one-line inputs. The server validates the values. */
const LINE_INPUT_PROPS: Readonly<
  Partial<Record<FieldType, { readonly type?: string; readonly inputMode?: "decimal" | "email" }>>
> = {
  number: { inputMode: "decimal" },
  url: { type: "url" },
  phone: { type: "tel" },
  email: EMAIL_INPUT,
};

/** A stored time in the team's time zone, in the field's form. The server reads the entered one in the same zone. */
function toLocalDateTime(text: string): string {
  return text.endsWith("Z") ? toTeamTime(text).format("YYYY-MM-DDTHH:mm") : text;
}

function SeveralChoices({ field, value, onChange, error }: Props) {
  const chosen = new Set(Array.isArray(value) ? value : []);
  const errorId = useId();
  const tick = (choice: string, isTicked: boolean) => {
    const next = field.values.filter((one) => (one === choice ? isTicked : chosen.has(one)));
    onChange(next.length > 0 ? next : null);
  };
  return (
    <Fieldset
      variant="unstyled"
      className={classes.wide ?? ""}
      legend={
        <Text span size="sm" fw={500}>
          {field.name}
        </Text>
      }
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <div className={classes.choices}>
        {field.values.map((choice) => (
          <Checkbox
            key={choice}
            label={<bdi>{choice}</bdi>}
            checked={chosen.has(choice)}
            onChange={({ currentTarget: { checked } }) => tick(choice, checked)}
          />
        ))}
      </div>
      {error ? <Input.Error id={errorId}>{error}</Input.Error> : null}
    </Fieldset>
  );
}

/** The input for a custom field's type; an emptied one is null. */
export function CustomFieldInput({ field, value, onChange, error }: Props) {
  const { t } = useTranslation();
  const text = value === null || value === undefined ? "" : String(value);
  const shared = {
    label: field.name,
    error,
    size: "md" as const,
    dir: "auto" as const,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value || null),
  };
  switch (field.type) {
    case "checkbox":
      return (
        <Checkbox
          label={field.name}
          checked={value === true}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case "multiChoice":
      return <SeveralChoices field={field} value={value} onChange={onChange} error={error} />;
    case "dropdown":
      return (
        <NativeSelect {...shared} value={text} data={[{ value: "", label: t("contacts.notSet") }, ...field.values]} />
      );
    case "longText":
      return (
        <div className={classes.wide}>
          <Textarea {...shared} rows={4} value={text} />
        </div>
      );
    case "date":
      return <DateField {...shared} value={text} onChange={(day) => onChange(day || null)} />;
    case "dateTime":
      return (
        <DateTimeField
          label={field.name}
          error={error}
          value={toLocalDateTime(text)}
          onChange={(minute) => onChange(minute || null)}
        />
      );
    default:
      return <TextInput {...shared} {...LINE_INPUT_PROPS[field.type]} value={text} autoComplete="off" />;
  }
}
