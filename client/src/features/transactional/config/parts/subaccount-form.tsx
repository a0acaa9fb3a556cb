import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { fieldFailureOf } from "@/lib/describe-failure";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import type { Subaccount } from "../shapes";
import type { SubaccountInput } from "../subaccounts-data";
import classes from "./config.module.css";

const NAME_LENGTH = 60;
const EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;
const WHOLE = /^\d{1,9}$/;

interface Props {
  readonly initial?: Subaccount;
  readonly saveLabel: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (input: SubaccountInput) => void;
  readonly cancel: ReactNode;
}

/** Who it is, whom to write to about it, and how much it may send a month. */
export function SubaccountForm({ initial, saveLabel, save, onSave, cancel }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(initial?.name ?? "");
  const [email, setEmail] = useState(initial?.email ?? "");
  const [limit, setLimit] = useState(initial?.monthlyLimit?.toString() ?? "");
  const [isChecked, setChecked] = useState(false);
  const failure = isFailure(save.error) ? save.error : undefined;
  const atField = fieldFailureOf(failure, t);
  const problems = {
    name: name.trim() ? undefined : t("transactional.config.subaccount.nameMissing"),
    email:
      email.trim() === "" || EMAIL.test(email.trim()) ? undefined : t("transactional.config.subaccount.emailMalformed"),
    monthlyLimit:
      limit.trim() === "" || WHOLE.test(limit.trim()) ? undefined : t("transactional.config.subaccount.limitMalformed"),
  };
  const errorOf = (field: keyof typeof problems): string | undefined =>
    (isChecked ? problems[field] : undefined) ?? (atField?.field === field ? atField.text : undefined);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (Object.values(problems).some(Boolean)) return;
    onSave({
      name: name.trim(),
      email: email.trim(),
      monthlyLimit: limit.trim() === "" ? null : Number(limit.trim()),
    });
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {atField ? null : <FailureNotice error={failure} />}
      <TextInput
        label={t("words.name")}
        description={t("transactional.config.subaccount.nameHelp")}
        value={name}
        maxLength={NAME_LENGTH}
        error={errorOf("name")}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        {...EMAIL_INPUT}
        label={t("transactional.config.subaccount.email")}
        description={t("transactional.config.subaccount.emailHelp")}
        autoComplete="off"
        value={email}
        maxLength={EMAIL_LENGTH}
        error={errorOf("email")}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <TextInput
        label={t("transactional.config.subaccount.limit")}
        description={t("transactional.config.subaccount.limitHelp")}
        inputMode="numeric"
        autoComplete="off"
        value={limit}
        error={errorOf("monthlyLimit")}
        onChange={({ currentTarget }) => setLimit(currentTarget.value)}
      />
      <div className={classes.formActions}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {saveLabel}
        </Button>
        {cancel}
      </div>
    </form>
  );
}
