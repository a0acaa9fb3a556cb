import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { FormActions } from "@/ui/components/form-actions";
import { Notice } from "@/ui/components/notice";
import { SideSheet } from "@/ui/components/side-sheet";
import { toast } from "@/ui/toasts";
import { createIdempotencyKey, MAX_REASON_CHARACTERS, MIN_REASON_CHARACTERS } from "../operator-actions";
import { type PoolChange, usePoolChange } from "../pools-data";
import classes from "./action-sheet.module.css";

const MAX_NAME_CHARACTERS = 60;

interface Props {
  readonly title: string;
  /** Label of the submit button. */
  readonly label: string;
  /** Initial name; without it there is no name field. Can be empty. */
  readonly name?: string;
  /** What will be removed. */
  readonly consequence?: string;
  /** Fields between the name and the reason; `refused` has the server's messages by field. */
  readonly children?: ReactNode | ((refused: Readonly<Record<string, string>>) => ReactNode);
  /** The requested change; undefined while a field is invalid, which the field then shows. */
  readonly changeOf: (filled: { readonly name: string }) => PoolChange | undefined;
  readonly onClose: () => void;
}

/** A change with its reason, which is recorded. */
export function ChangeSheet({ title, label, name: given, consequence, children, changeOf, onClose }: Props) {
  const { t } = useTranslation();
  const form = useId();
  const [key] = useState(createIdempotencyKey);
  const [name, setName] = useState(given ?? "");
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const doing = usePoolChange();
  const atField = findFieldFailure(doing.error, t);
  const refused: Readonly<Record<string, string>> = atField ? { [atField.field]: atField.text } : {};
  const isNamed = given === undefined || name.trim() !== "";
  const isReasoned = reason.trim().length >= MIN_REASON_CHARACTERS;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    const change = changeOf({ name: name.trim() });
    if (!isNamed || !isReasoned || change === undefined || doing.isPending) return;
    doing.mutate(
      { change, reason: reason.trim(), key },
      {
        onSuccess: () => {
          toast("success", t(consequence === undefined ? "support.pools.done" : "terms.deleted"));
          onClose();
        },
      },
    );
  }

  return (
    <SideSheet
      title={title}
      onClose={onClose}
      foot={
        <FormActions
          mt={0}
          submitLabel={label}
          formId={form}
          isDangerous={consequence !== undefined}
          isBusy={doing.isPending}
          onCancel={onClose}
        >
          <Text span size="xs" me="auto" c="var(--text2)">
            {t("support.goesIntoRecord")}
          </Text>
        </FormActions>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate>
        <Stack gap={20}>
          {consequence === undefined ? null : (
            <section className={classes.consequence} data-danger>
              <p>{consequence}</p>
            </section>
          )}
          {given === undefined ? null : (
            <TextInput
              label={t("words.name")}
              value={name}
              maxLength={MAX_NAME_CHARACTERS}
              data-autofocus
              error={isChecked && !isNamed ? t("terms.enterAName") : undefined}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          {typeof children === "function" ? children(refused) : children}
          <Textarea
            label={t("terms.reason")}
            value={reason}
            minRows={2}
            autosize
            maxLength={MAX_REASON_CHARACTERS}
            error={isChecked && !isReasoned ? t("support.pools.reasonLength") : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {isFailure(doing.error) ? (
            <Notice kind="bad">{atField ? atField.text : describeFailure(doing.error, t)}</Notice>
          ) : null}
        </Stack>
      </form>
    </SideSheet>
  );
}
