import { Group, Input, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { LocationInput, type LocationKind } from "@/features/lookups/public";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import type { useForm } from "@/ui/use-form";
import { type ContactDraft, withCustomValue } from "../contact-draft";
import type { CustomField } from "../fields-data";
import { StageSelect } from "../funnel/stage-select";
import type { Label } from "../labels-data";
import classes from "./contact-fields.module.css";
import { CustomFieldInput } from "./custom-field-input";
import { LabelPicker } from "./label-picker";
import { LabelTags } from "./label-tags";

interface Props {
  readonly form: ReturnType<typeof useForm<ContactDraft>>;
  /** The stored contact. */
  readonly base: ContactDraft;
  /** The field that the failure of the last submission names; a custom field by `customField.<id>`. */
  readonly failedField: unknown;
  readonly labels: readonly Label[];
  readonly fields: readonly CustomField[];
  readonly canLabel: boolean;
}

const MAX_NAME_CHARACTERS = 100;
const MAX_NOTE_CHARACTERS = 2000;

type TextName = Exclude<keyof ContactDraft, "labelIds" | "customField">;

/** All editable fields of a contact, in one column of groups. */
export function ContactFields({ form, base, failedField, labels, fields, canLabel }: Props) {
  const { t } = useTranslation();
  const { country, labelIds, customField } = form.values;
  const chosen = new Set(labelIds);
  const labelError = form.errorOf("labelIds");
  const text = (name: TextName) => ({ label: t(`contacts.${name}`), ...form.text(name) });
  const place = (kind: LocationKind) => ({
    label: t(`contacts.${kind}`),
    kind,
    maxLength: MAX_NAME_CHARACTERS,
    ...form.choice(kind),
  });

  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("contacts.groupWho")}</legend>
        <div className={classes.grid}>
          <div className={classes.wide}>
            <TextInput {...text("email")} {...EMAIL_INPUT} maxLength={254} autoComplete="off" required />
          </div>
          <TextInput {...text("firstname")} maxLength={MAX_NAME_CHARACTERS} autoComplete="off" dir="auto" />
          <TextInput {...text("lastname")} maxLength={MAX_NAME_CHARACTERS} autoComplete="off" dir="auto" />
          <TextInput {...text("phone")} type="tel" maxLength={32} autoComplete="off" />
          <TextInput {...text("company")} maxLength={200} autoComplete="off" dir="auto" />
        </div>
      </fieldset>

      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("contacts.labels")}</legend>
        <Group gap="xs">
          {chosen.size === 0 ? (
            <Text span size="sm" c="dimmed">
              {t("contacts.noLabels")}
            </Text>
          ) : null}
          <LabelTags labels={labels.filter(({ id }) => chosen.has(id))} />
          <LabelPicker
            label={t("contacts.chooseLabels")}
            chosen={chosen}
            onChange={(next) => form.edit("labelIds", [...next])}
            canCreate={canLabel}
          />
        </Group>
        {labelError ? <Input.Error role="alert">{labelError}</Input.Error> : null}
      </fieldset>

      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("contacts.groupMore")}</legend>
        <div className={classes.grid}>
          <LocationInput {...place("country")} />
          <LocationInput {...place("city")} country={country} />
          <div className={classes.wide}>
            <LocationInput {...place("timezone")} />
          </div>
          <DateField label={t("contacts.birthday")} {...form.choice("birthday")} />
          <NativeSelect
            {...text("gender")}
            size="md"
            data={[
              { value: "", label: t("contacts.notSet") },
              { value: "female", label: t("contacts.genderFemale") },
              { value: "male", label: t("contacts.genderMale") },
              { value: "other", label: t("contacts.genderOther") },
            ]}
          />
          <div className={classes.wide}>
            <StageSelect {...text("funnel")} label={t("contacts.stage")} size="md" />
          </div>
        </div>
      </fieldset>

      {fields.length > 0 ? (
        <fieldset className={classes.group}>
          <legend className={classes.legend}>{t("contacts.customFields")}</legend>
          <div className={classes.grid}>
            {fields.map((field) => (
              <CustomFieldInput
                key={field.id}
                field={field}
                value={customField[field.id] ?? null}
                error={failedField === `customField.${field.id}` ? form.errorOf("customField") : undefined}
                onChange={(value) => form.edit("customField", withCustomValue(form.values, base, field.id, value))}
              />
            ))}
          </div>
        </fieldset>
      ) : null}

      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("contacts.note")}</legend>
        <Textarea
          aria-label={t("contacts.note")}
          size="md"
          minRows={3}
          rows={4}
          maxLength={MAX_NOTE_CHARACTERS}
          dir="auto"
          {...form.text("note")}
        />
      </fieldset>
    </>
  );
}
