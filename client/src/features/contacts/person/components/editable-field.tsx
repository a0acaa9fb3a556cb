import { Box, Button, Flex, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { LocationInput } from "@/features/lookups/public";
import { isFailure } from "@/lib/api/failure";
import { createRandomId } from "@/lib/api/ids";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { describeConflict, findConflictValues, isUnconfirmed } from "@/lib/edit-conflict";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import { dismissToast, toast } from "@/ui/toasts";
import { CustomFieldInput } from "../../components/custom-field-input";
import type { CustomValue } from "../../contact-draft";
import type { Contact } from "../../contacts-data";
import { StageSelect } from "../../funnel/stage-select";
import {
  buildEdits,
  type ContactField,
  findEditedValue,
  getFieldLabel,
  getStoredValue,
  toServerValue,
  validateField,
} from "../fields";
import { useEditContact } from "../person-data";
import { useFieldFormatter } from "../use-field-formatter";
import classes from "./editable-field.module.css";

/** Unsaved text, or a running save. */
export type UnsavedState = "typed" | "saving";

interface Props {
  readonly contact: Contact;
  readonly field: ContactField;
  readonly isReadOnly: boolean;
  /** Called with the unsaved value, or undefined if there is none. */
  readonly onUnsaved: (name: string, unsaved: UnsavedState | undefined) => void;
}

/** A field edited in place: saved optimistically, rolled back on an error, and undone from the toast. */
export function EditableField({ contact, field, isReadOnly, onUnsaved }: Props) {
  const { t } = useTranslation();
  const say = useFieldFormatter();
  const stored = getStoredValue(field, contact);
  const [typed, setTyped] = useState<CustomValue | undefined>(undefined);
  const [isChecked, setChecked] = useState(false);
  // The stored value that the user has seen: when the field was opened, or when a conflict was shown.
  const [base, setBase] = useState(stored);
  // After a failure the sent text returns with the reason. Text typed since then remains.
  const edit = useEditContact(contact.contactId, ({ edits }, failure) => {
    setTyped((now) => now ?? findEditedValue(field, edits));
    const theirs = conflictIn(failure);
    if (theirs !== undefined) setBase(theirs);
  });
  const button = useRef<HTMLButtonElement>(null);
  const undoToast = useRef("");
  const label = getFieldLabel(field, t);
  const isEditing = typed !== undefined;
  const unsaved = findUnsaved();
  useEffect(() => onUnsaved(field.name, unsaved), [onUnsaved, field.name, unsaved]);

  function conflictIn(failure: unknown): CustomValue | undefined {
    const values = findConflictValues(failure);
    if (!values || !(field.name in values)) return undefined;
    return (values[field.name] ?? (field.kind === "custom" ? null : "")) as CustomValue;
  }

  function findUnsaved(): UnsavedState | undefined {
    // The failure arrives before the contact is rolled back, while its value still differs from the text.
    if (edit.isError || (isEditing && typed !== stored)) return "typed";
    if (!edit.isPending) return undefined;
    // Without a connection the save is paused, and leaving cannot wait for it.
    return edit.isPaused ? "typed" : "saving";
  }

  /** Clears the failure of the last save. A running save must keep its observer. */
  function clearFailure(): void {
    if (!edit.isPending) edit.reset();
  }

  function close(): void {
    clearFailure();
    setTyped(undefined);
    setChecked(false);
    requestAnimationFrame(() => button.current?.focus());
  }

  function save(): void {
    if (typed === undefined) return;
    setChecked(true);
    if (validateField(field, typed)) return;
    // A save without a response may be stored, so the text is sent even if it is the old one again.
    if (!isUnconfirmed(edit.error) && (typed === stored || typed === base)) {
      close();
      return;
    }
    if (edit.isPending) return;
    close();
    const replaced = base;
    write(typed, replaced, (saved) => {
      const undo = () => write(replaced, saved);
      // Each save has its own undo; the undo of the previous save would conflict with it.
      if (undoToast.current) dismissToast(undoToast.current);
      undoToast.current = createRandomId();
      const action = { label: t("words.undo"), run: undo };
      toast("success", t("person.changed", { field: label }), { id: undoToast.current, action });
    });
  }

  function write(value: CustomValue, previous: CustomValue, onSaved?: (saved: CustomValue) => void): void {
    const body = { edits: buildEdits(field, value), base: { [field.name]: toServerValue(field, previous) } };
    edit.mutate(body, {
      onSuccess: (response) => {
        const saved = getStoredValue(field, response);
        setBase(saved);
        onSaved?.(saved);
      },
    });
  }

  const words = say(field, stored);
  const guess = field.name === "timezone" ? contact.timezoneGuess : null;
  const empty = guess ? t("person.probably", { value: guess }) : t("contacts.notSet");
  if (!isEditing) {
    return (
      <div className={classes.row} data-empty={words === "" || undefined}>
        <span>{label}</span>
        <div>
          {isReadOnly ? (
            <Value words={words} empty={empty} />
          ) : (
            <button
              ref={button}
              type="button"
              className={classes.value}
              aria-label={t("person.editField", { field: label, value: words || empty })}
              onClick={() => {
                clearFailure();
                // During a save its value is shown but may not be stored.
                if (!edit.isPending) setBase(stored);
                setTyped(stored);
              }}
            >
              <Value words={words} empty={empty} />
              <IconPencil size={13} stroke={1.7} aria-hidden="true" />
            </button>
          )}
        </div>
      </div>
    );
  }
  const problem = isChecked ? validateField(field, typed) : undefined;
  const theirs = conflictIn(edit.error);
  const conflict = theirs === undefined ? undefined : describeConflict(say(field, theirs), t);
  const refusal =
    findFieldFailure(edit.error, t)?.text ?? (isFailure(edit.error) ? describeFailure(edit.error, t) : "");
  const failure = conflict ?? refusal;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          close();
        }
      }}
    >
      <Input
        field={field}
        country={contact.country}
        label={label}
        value={typed}
        error={problem ? t(problem) : failure || undefined}
        onChange={setTyped}
      />
      <Flex gap="xs">
        <Button type="submit" size="xs" variant="filled" loading={edit.isPending}>
          {t("terms.save")}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {t("ui.cancel")}
        </Button>
      </Flex>
    </form>
  );
}

function Value({ words, empty }: { readonly words: string; readonly empty: string }): ReactNode {
  return words ? (
    <bdi className={classes.words}>{words}</bdi>
  ) : (
    <Box component="span" c="dimmed">
      {empty}
    </Box>
  );
}

interface InputProps {
  readonly field: ContactField;
  readonly country: string;
  readonly label: string;
  readonly value: CustomValue;
  readonly error: string | undefined;
  readonly onChange: (value: CustomValue) => void;
}

function Input({ field, country, label, value, error, onChange }: InputProps) {
  const { t } = useTranslation();
  if (field.kind === "custom") {
    return (
      <div ref={focusFirst}>
        <CustomFieldInput field={field.custom} value={value} error={error} onChange={onChange} />
      </div>
    );
  }
  const shared = {
    label,
    error,
    ref: focusFirst,
    value: String(value ?? ""),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (field.kind === "gender") {
    return (
      <NativeSelect
        {...shared}
        size="sm"
        data={[
          { value: "", label: t("contacts.notSet") },
          { value: "female", label: t("contacts.genderFemale") },
          { value: "male", label: t("contacts.genderMale") },
          { value: "other", label: t("contacts.genderOther") },
        ]}
      />
    );
  }
  if (field.kind === "place") {
    return (
      <LocationInput
        {...shared}
        kind={field.name}
        country={country}
        size="sm"
        maxLength={field.most}
        onChange={onChange}
      />
    );
  }
  if (field.kind === "stage") return <StageSelect {...shared} size="sm" />;
  if (field.input === "date") return <DateField {...shared} size="sm" onChange={onChange} />;
  if (field.input === "lines") return <Textarea {...shared} size="sm" rows={4} maxLength={field.most} dir="auto" />;
  const kind = field.input === "email" ? EMAIL_INPUT : { type: field.input };
  return <TextInput {...shared} {...kind} size="sm" maxLength={field.most} autoComplete="off" dir="auto" />;
}

/** Focuses an input that the user opened. An input that returns after a failure takes no focus from another one. */
function focusFirst(element: HTMLElement | null): void {
  if (!element || document.activeElement?.matches("input, select, textarea")) return;
  if (element.contains(document.activeElement)) return;
  if (element.matches("input, select, textarea")) element.focus();
  else element.querySelector<HTMLElement>("input, select, textarea")?.focus();
}
