import { Flex, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useForm } from "@/ui/use-form";
import { MAX_NAME_LENGTH } from "./versions-data";

interface Props {
  /** The stored name. */
  readonly name: string;
  readonly failure: unknown;
  readonly isFocusedFirst?: boolean;
  /** Saves a valid name. `clear` puts back the stored one. */
  readonly onSave: (name: string, clear: () => void) => void;
  /** The buttons, one of which submits. */
  readonly children: ReactNode;
}

/** A form for the name of a version, in one line. */
export function NameForm({ name, failure, isFocusedFirst = false, onSave, children }: Props) {
  const { t } = useTranslation();
  const stored = { name };
  const form = useForm({
    initial: stored,
    validate: (values) => (values.name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    failure,
    fieldOf: () => "name",
    onValid: ({ values }) => onSave(values.name.trim(), () => form.markSaved(values, stored)),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Flex gap="xs" align="start">
        <TextInput
          {...form.text("name")}
          size="sm"
          flex={1}
          aria-label={t("collab.versions.name")}
          placeholder={t("collab.versions.name")}
          maxLength={MAX_NAME_LENGTH}
          autoFocus={isFocusedFirst}
        />
        {children}
      </Flex>
    </form>
  );
}
