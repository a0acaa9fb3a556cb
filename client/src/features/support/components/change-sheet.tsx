import { Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { SideSheet } from "@/ui/components/side-sheet";
import { MAX_REASON_CHARACTERS } from "../operator-actions";
import classes from "./action-sheet.module.css";

interface Props {
  readonly title: string;
  /** Label of the submit button. */
  readonly label: string;
  /** The form of `useChangeForm`. */
  readonly form: {
    readonly failure: unknown;
    readonly text: (field: "reason") => {
      readonly name: string;
      readonly value: string;
      readonly error: string | undefined;
      readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
    };
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  readonly isBusy: boolean;
  /** What will be removed. */
  readonly consequence?: string;
  /** Fields above the reason. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** A change with its reason, which is recorded. */
export function ChangeSheet({ title, label, form, isBusy, consequence, children, onClose }: Props) {
  const { t } = useTranslation();
  const formId = useId();

  return (
    <SideSheet
      title={title}
      onClose={onClose}
      foot={
        <FormActions
          mt={0}
          submitLabel={label}
          formId={formId}
          isDangerous={consequence !== undefined}
          isBusy={isBusy}
          onCancel={onClose}
        >
          <Text span size="xs" me="auto" c="var(--text2)">
            {t("support.goesIntoRecord")}
          </Text>
        </FormActions>
      }
    >
      <form id={formId} onSubmit={form.onSubmit} noValidate>
        <Stack gap={20}>
          {consequence === undefined ? null : (
            <section className={classes.consequence} data-danger>
              <p>{consequence}</p>
            </section>
          )}
          {children}
          <Textarea
            {...form.text("reason")}
            label={t("terms.reason")}
            minRows={2}
            autosize
            maxLength={MAX_REASON_CHARACTERS}
          />
          <FailureNotice error={form.failure} />
        </Stack>
      </form>
    </SideSheet>
  );
}
