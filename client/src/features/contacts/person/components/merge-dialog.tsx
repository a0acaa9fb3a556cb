import { Button, Fieldset, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { nameOf } from "../../columns";
import type { Contact } from "../../contacts-data";
import { useFields } from "../../fields-data";
import { customFieldsOf, labelOf, OWN_FIELDS, type PersonField, storedOf } from "../fields";
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
    <Dialog title={t("person.mergeTitle", { name: nameOf(contact) })} onClose={onClose}>
      {other ? (
        <ChooseValues contact={contact} other={other} onBack={() => setOther(undefined)} onClose={onClose} />
      ) : (
        <ChooseOther contact={contact} onChoose={setOther} />
      )}
    </Dialog>
  );
}

function ChooseOther({
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
      <ul className={classes.found}>
        {(search ? (found ?? []) : []).map((other) => (
          <li key={other.contactId}>
            <button type="button" onClick={() => onChoose(other)}>
              <bdi>{nameOf(other)}</bdi>
              {other.fullname ? <span>{other.email}</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface ValuesProps {
  readonly contact: Contact;
  readonly other: Contact;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function ChooseValues({ contact, other, onBack, onClose }: ValuesProps) {
  const { t } = useTranslation();
  const { data: custom = [] } = useFields();
  const merge = useMerge(contact);
  const words = useFieldFormatter();
  const say = (field: PersonField, of: Contact) => words(field, storedOf(field, of));
  const fields = [...OWN_FIELDS, ...customFieldsOf(custom)].filter(
    (field) => say(field, other) !== "" && say(field, other) !== say(field, contact),
  );
  // By default, an empty field of the remaining contact takes the other contact's value.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const isTaken = (field: PersonField) => chosen[field.name] ?? say(field, contact) === "";

  return (
    <Stack gap="sm">
      <Text size="sm" c="var(--text2)">
        {t("person.mergeHelp", { kept: nameOf(contact), gone: nameOf(other) })}
      </Text>
      <FailureNotice error={merge.error} />
      {fields.length > 0 ? (
        <div className={classes.whose} aria-hidden="true">
          <bdi>{nameOf(contact)}</bdi>
          <bdi>{nameOf(other)}</bdi>
        </div>
      ) : null}
      {fields.map((field) => (
        <Choice
          key={field.name}
          label={labelOf(field, t)}
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
                  toast("success", t("person.mergeDone", { name: nameOf(other) }));
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

interface ChoiceProps {
  readonly label: string;
  readonly kept: string;
  readonly gone: string;
  readonly isTaken: boolean;
  readonly onChange: (isTaken: boolean) => void;
}

function Choice({ label, kept, gone, isTaken, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <Fieldset variant="unstyled" className={classes.choice ?? ""} legend={label}>
      <Radio name={name} label={<bdi>{kept}</bdi>} checked={!isTaken} onChange={() => onChange(false)} />
      <Radio name={name} label={<bdi>{gone}</bdi>} checked={isTaken} onChange={() => onChange(true)} />
    </Fieldset>
  );
}
