import { Button, Stack, Textarea } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { useForm } from "@/ui/use-form";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { useAddNote } from "../timeline-data";
import classes from "./timeline.module.css";

export const MAX_NOTE_CHARACTERS = 2000;
const EMPTY_NOTE = { text: "" };

/** Adds a note to a contact. */
export function NoteComposer({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation();
  const add = useAddNote(contactId);
  const form = useForm({
    draftKey: `contact-note:${contactId}`,
    initial: EMPTY_NOTE,
    failure: add.error,
    fieldOf: () => "text",
    onValid: ({ values }) => {
      if (form.isDirty && !add.isPending) {
        add.mutate(values.text, { onSuccess: () => form.markSaved(values, EMPTY_NOTE) });
      }
    },
  });
  const leaving = useLeaveGuard({ isDirty: form.isDirty });
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="xs" py="sm" px="md" style={{ borderBlockEnd: "1px solid var(--line)" }}>
          <Textarea
            aria-label={t("words.note")}
            placeholder={t("person.notePlaceholder")}
            size="sm"
            rows={1}
            classNames={{ input: classes.grows ?? "" }}
            maxLength={MAX_NOTE_CHARACTERS}
            dir="auto"
            {...form.text("text")}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
          {form.isDirty ? (
            <div>
              <Button type="submit" size="xs" variant="filled" loading={add.isPending}>
                {t("person.addNote")}
              </Button>
            </div>
          ) : null}
        </Stack>
      </form>
      <LeaveDialog guard={leaving} title={t("contacts.leaveTitle")} confirmLabel={t("contacts.leaveConfirm")}>
        {t("contacts.leaveText")}
      </LeaveDialog>
    </>
  );
}
