import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import { type CustomField, FIELD_TYPES, type FieldType, useChangeField, useCreateField } from "../fields-data";
import { Dialog } from "./dialog";
import classes from "./dialog.module.css";

interface Props {
  /** The field to change; a new one when absent. Its type and its merge tag stay. */
  readonly field: CustomField | undefined;
  readonly onClose: () => void;
}

const NAME_LENGTH = 60;

function choicesOf(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);
}

export function FieldDialog({ field, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(field?.name ?? "");
  const [type, setType] = useState<FieldType>(field?.type ?? "text");
  const [choices, setChoices] = useState(field?.values.join("\n") ?? "");
  const [isChecked, setChecked] = useState(false);
  const create = useCreateField();
  const change = useChangeField();
  const failure = create.error ?? change.error;
  const atField = fieldFailureOf(failure, t);
  const values = type === "dropdown" ? choicesOf(choices) : [];
  const nameMissing = name.trim() === "" ? t("contacts.fieldNameMissing") : undefined;
  const choicesMissing = type === "dropdown" && values.length === 0 ? t("contacts.choicesMissing") : undefined;
  const ofField = (wanted: string) => (atField?.field === wanted ? atField.text : undefined);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (nameMissing || choicesMissing) return;
    const done = { onSuccess: onClose };
    if (field) change.mutate({ params: { path: { field_id: field.id } }, body: { name, values } }, done);
    else create.mutate({ body: { name, type, values } }, done);
  }

  return (
    <Dialog title={field ? t("contacts.fieldChange") : t("contacts.fieldNew")} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {isFailure(failure) && !atField ? <Notice kind="bad">{describeFailure(failure, t)}</Notice> : null}
        <TextInput
          label={t("contacts.fieldName")}
          size="md"
          value={name}
          maxLength={NAME_LENGTH}
          error={(isChecked ? nameMissing : undefined) ?? ofField("name")}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label={t("contacts.fieldType")}
          size="md"
          value={type}
          disabled={field !== undefined}
          description={field ? t("contacts.fieldTypeStays") : undefined}
          data={FIELD_TYPES.map((value) => ({ value, label: t(`contacts.type.${value}`) }))}
          onChange={(event) => setType(FIELD_TYPES.find((one) => one === event.currentTarget.value) ?? "text")}
        />
        {type === "dropdown" ? (
          <Textarea
            label={t("contacts.choices")}
            description={t("contacts.choicesHelp")}
            size="md"
            rows={5}
            value={choices}
            error={(isChecked ? choicesMissing : undefined) ?? ofField("values")}
            onChange={(event) => setChoices(event.currentTarget.value)}
          />
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={create.isPending || change.isPending}>
            {field ? t("contacts.fieldSave") : t("contacts.fieldCreate")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
