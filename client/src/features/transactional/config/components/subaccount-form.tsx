import { Button, Flex, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { EMAIL_INPUT, isRecipientAddress } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { useForm } from "@/ui/use-form";
import type { Subaccount } from "../shapes";
import type { SubaccountInput } from "../subaccounts-data";

const MAX_NAME_LENGTH = 60;
const MAX_EMAIL_LENGTH = 254;
const INTEGER_PATTERN = /^\d{1,9}$/;

interface Props {
  readonly initial?: Subaccount;
  readonly saveLabel: string;
  readonly save: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (input: SubaccountInput) => void;
  readonly cancel: ReactNode;
}

/** Name, contact address and monthly limit. */
export function SubaccountForm({ initial, saveLabel, save, onSave, cancel }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: {
      name: initial?.name ?? "",
      email: initial?.email ?? "",
      monthlyLimit: initial?.monthlyLimit?.toString() ?? "",
    },
    validate: ({ name, email, monthlyLimit }) => ({
      ...(name.trim() ? {} : { name: t("transactional.config.subaccount.nameMissing") }),
      ...(email.trim() === "" || isRecipientAddress(email)
        ? {}
        : { email: t("transactional.config.subaccount.emailMalformed") }),
      ...(monthlyLimit.trim() === "" || INTEGER_PATTERN.test(monthlyLimit.trim())
        ? {}
        : { monthlyLimit: t("transactional.config.subaccount.limitMalformed") }),
    }),
    failure: save.error,
    onValid: ({ values: { name, email, monthlyLimit } }) =>
      onSave({
        name: name.trim(),
        email: email.trim(),
        monthlyLimit: monthlyLimit.trim() === "" ? null : Number(monthlyLimit.trim()),
      }),
  });

  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap={20} maw={640}>
        <FailureNotice error={form.failure} />
        <TextInput
          {...form.text("name")}
          label={t("words.name")}
          description={t("transactional.config.subaccount.nameHelp")}
          maxLength={MAX_NAME_LENGTH}
        />
        <TextInput
          {...form.text("email")}
          {...EMAIL_INPUT}
          label={t("transactional.config.subaccount.email")}
          description={t("transactional.config.subaccount.emailHelp")}
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
        />
        <TextInput
          {...form.text("monthlyLimit")}
          label={t("transactional.config.subaccount.limit")}
          description={t("transactional.config.subaccount.limitHelp")}
          inputMode="numeric"
          autoComplete="off"
        />
        <Flex gap="xs" wrap="wrap" mt={4}>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {saveLabel}
          </Button>
          {cancel}
        </Flex>
      </Stack>
    </form>
  );
}
