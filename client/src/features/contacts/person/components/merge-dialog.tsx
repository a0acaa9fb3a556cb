import { Button, Fieldset, Radio, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { getDisplayName } from "../../columns";
import type { Contact } from "../../contacts-data";
import { useFields } from "../../fields-data";
import { type ContactField, getFieldLabel, getStoredValue, STANDARD_FIELDS, toContactFields } from "../fields";
import { useMerge, useMergeCandidates } from "../merging-data";
import { useFieldFormatter } from "../use-field-formatter";
import classes from "./merge-dialog.module.css";

interface Props {
  readonly contact: Contact;
  readonly onClose: () => void;
}

/** Selects the other contact, then the value of each field that differs. */
export function MergeDialog({ contact, onClose }: Props) {
  const { t } = useTranslation();
  const [other, setOther] = useState<Contact | undefined>(undefined);
  return (
    <Dialog title={t("person.mergeTitle", { name: getDisplayName(contact) })} onClose={onClose}>
      {other ? (
        <ValuesStep contact={contact} other={other} onBack={() => setOther(undefined)} onClose={onClose} />
      ) : (
        <ContactStep contact={contact} onChoose={setOther} />
      )}
    </Dialog>
  );
}

function ContactStep({
  contact,
  onChoose,
}: {
  readonly contact: Contact;
  readonly onChoose: (other: Contact) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data: found } = useMergeCandidates(contact.contactId, search);
  return (
    <Stack gap="sm">
      <TextInput
        label={t("person.mergeSearch")}
        description={t("person.mergeSearchHelp")}
        size="md"
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden="true" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {search && found?.length === 0 ? (
        <Text size="sm" c="var(--text2)">
          {t("person.mergeNobody")}
        </Text>
      ) : null}
      <Stack component="ul" gap={2}>
        {(search ? (found ?? []) : []).map((other) => (
          <li key={other.contactId}>
            <UnstyledButton className={classes.found ?? ""} onClick={() => onChoose(other)}>
              <bdi>{getDisplayName(other)}</bdi>
              {other.fullname ? (
                <Text span size="xs" lh="md" c="var(--text2)">
                  {other.email}
                </Text>
              ) : null}
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

interface ValuesStepProps {
  readonly contact: Contact;
  readonly other: Contact;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function ValuesStep({ contact, other, onBack, onClose }: ValuesStepProps) {
  const { t } = useTranslation();
  const { data: custom = [] } = useFields();
  const merge = useMerge(contact);
  const words = useFieldFormatter();
  const say = (field: ContactField, of: Contact) => words(field, getStoredValue(field, of));
  const fields = [...STANDARD_FIELDS, ...toContactFields(custom)].filter(
    (field) => say(field, other) !== "" && say(field, other) !== say(field, contact),
  );
  // By default, an empty field of the remaining contact takes the other contact's value.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const isTaken = (field: ContactField) => chosen[field.name] ?? say(field, contact) === "";

  return (
    <Stack gap="sm">
      <Text size="sm" c="var(--text2)">
        {t("person.mergeHelp", { kept: getDisplayName(contact), gone: getDisplayName(other) })}
      </Text>
      <FailureNotice error={merge.error} />
      {fields.length > 0 ? (
        <div className={classes.whose} aria-hidden="true">
          <Text component="bdi" inherit truncate>
            {getDisplayName(contact)}
          </Text>
          <Text component="bdi" inherit truncate>
            {getDisplayName(other)}
          </Text>
        </div>
      ) : null}
      {fields.map((field) => (
        <FieldChoice
          key={field.name}
          label={getFieldLabel(field, t)}
          kept={say(field, contact) || t("contacts.notSet")}
          gone={say(field, other)}
          isTaken={isTaken(field)}
          onChange={(taken) => setChosen((old) => ({ ...old, [field.name]: taken }))}
        />
      ))}
      <Text size="sm" c="var(--text2)">
        {t("person.mergeGoes", { email: other.email })}
      </Text>
      <FormActions>
        <Button variant="default" onClick={onBack}>
          {t("person.mergeBack")}
        </Button>
        <Button
          variant="filled"
          color="bad"
          loading={merge.isPending}
          onClick={() =>
            merge.mutate(
              { otherId: other.contactId, take: fields.filter(isTaken).map(({ name }) => name) },
              {
                onSuccess: () => {
                  toast("success", t("person.mergeDone", { name: getDisplayName(other) }));
                  onClose();
                },
              },
            )
          }
        >
          {t("person.mergeConfirm")}
        </Button>
      </FormActions>
    </Stack>
  );
}

interface FieldChoiceProps {
  readonly label: string;
  readonly kept: string;
  readonly gone: string;
  readonly isTaken: boolean;
  readonly onChange: (isTaken: boolean) => void;
}

function FieldChoice({ label, kept, gone, isTaken, onChange }: FieldChoiceProps) {
  const name = useId();
  return (
    <Fieldset variant="unstyled" className={classes.choice ?? ""} legend={label}>
      <Radio name={name} label={<bdi>{kept}</bdi>} checked={!isTaken} onChange={() => onChange(false)} />
      <Radio name={name} label={<bdi>{gone}</bdi>} checked={isTaken} onChange={() => onChange(true)} />
    </Fieldset>
  );
}
