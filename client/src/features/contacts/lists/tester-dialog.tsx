import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { EMAIL_INPUT, isEmailAddress } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "../components/dialog";
import dialog from "../components/dialog.module.css";
import classes from "./lists.module.css";
import { useCreateTester } from "./testers-data";

const EMPTY = { email: "", firstname: "", lastname: "" };
const NAME_LENGTH = 100;

/** A new tester. */
export function TesterDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const create = useCreateTester();
  const isMissing = !isEmailAddress(values.email.trim());
  const failure = isFailure(create.error) ? describeFailure(create.error, t) : undefined;

  function set(change: Partial<typeof EMPTY>): void {
    setValues({ ...values, ...change });
    create.reset();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!isMissing) create.mutate({ body: values }, { onSuccess: onClose });
  }

  return (
    <Dialog title={t("testers.add")} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <TextInput
          label={t("words.emailAddress")}
          {...EMAIL_INPUT}
          value={values.email}
          error={isChecked && isMissing ? t("terms.enterAnEmailAddressSuchAsNameExample") : failure}
          onChange={(event) => set({ email: event.currentTarget.value })}
          data-autofocus
        />
        <TextInput
          label={t("words.firstName")}
          value={values.firstname}
          maxLength={NAME_LENGTH}
          onChange={(event) => set({ firstname: event.currentTarget.value })}
        />
        <TextInput
          label={t("words.lastName")}
          value={values.lastname}
          maxLength={NAME_LENGTH}
          onChange={(event) => set({ lastname: event.currentTarget.value })}
        />
        <div className={dialog.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={create.isPending}>
            {t("testers.add")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
