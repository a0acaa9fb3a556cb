import { Group, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { LocationInput, type LocationKind } from "@/features/lookups/public";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import type { ContactDraft, ContactEdits } from "../contact-draft";
import type { CustomField } from "../fields-data";
import { StageSelect } from "../funnel/stage-select";
import type { Label } from "../labels-data";
import classes from "./contact-fields.module.css";
import { CustomFieldInput } from "./custom-field-input";
import { LabelPicker } from "./label-picker";
import { LabelTags } from "./label-tags";

interface Props {
  readonly draft: ContactDraft;
  /** Error messages by field; custom fields by `customField.<id>`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onEdit: (edits: ContactEdits) => void;
  readonly labels: readonly Label[];
  readonly fields: readonly CustomField[];
  readonly canLabel: boolean;
}

const MAX_NAME_CHARACTERS = 100;
const MAX_NOTE_CHARACTERS = 2000;

type TextName = Exclude<keyof ContactDraft, "labelIds" | "customField">;

/** All editable fields of a contact, in one column of groups. */
export function ContactFields({ draft, errors, onEdit, labels, fields, canLabel }: Props) {
  const { t } = useTranslation();
  const chosen = new Set(draft.labelIds);

  function text(name: TextName) {
    return {
      label: t(`contacts.${name}`),
      name,
      value: draft[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => onEdit({ [name]: event.currentTarget.value }),
    };
  }

  function place(kind: LocationKind) {
    return {
      ...text(kind),
      kind,
      maxLength: MAX_NAME_CHARACTERS,
      onChange: (value: string) => onEdit({ [kind]: value }),
    };
  }

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
            onChange={(next) => onEdit({ labelIds: [...next] })}
            canCreate={canLabel}
          />
        </Group>
      </fieldset>

      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t("contacts.groupMore")}</legend>
        <div className={classes.grid}>
          <LocationInput {...place("country")} />
          <LocationInput {...place("city")} country={draft.country} />
          <div className={classes.wide}>
            <LocationInput {...place("timezone")} />
          </div>
          <DateField {...text("birthday")} onChange={(birthday) => onEdit({ birthday })} />
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
                value={draft.customField[field.id] ?? null}
                error={errors[`customField.${field.id}`]}
                onChange={(value) => onEdit({ customField: { [field.id]: value } })}
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
          value={draft.note}
          error={errors.note}
          dir="auto"
          onChange={(event) => onEdit({ note: event.currentTarget.value })}
        />
      </fieldset>
    </>
  );
}
