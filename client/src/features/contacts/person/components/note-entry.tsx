import { Box, Button, Flex, Textarea } from "@mantine/core";
import { useState } from "react";
import { useCan, useMe } from "@/features/session/public";
import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { type Note, useAddNote, useDeleteNote, useEditNote } from "../timeline-data";
import { MAX_NOTE_CHARACTERS } from "./note-composer";
import classes from "./timeline.module.css";

/** A note on the timeline; its author can edit it. */
export function NoteEntry({ note, contactId }: { readonly note: Note; readonly contactId: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const isOwn = useMe()?.user.userId === note.userId && can("contact.edit");
  const [isEditing, setEditing] = useState(false);
  const edit = useEditNote(contactId, note.noteId);
  const remove = useDeleteNote(contactId, note.noteId);
  const add = useAddNote(contactId);
  const form = useForm({
    ...(isOwn ? { draftKey: `note:${note.noteId}` } : {}),
    initial: { text: note.text },
    validate: ({ text }) => (text.trim() === "" ? { text: t("person.noteMissing") } : {}),
    failure: edit.error,
    fieldOf: () => "text",
    onValid: ({ values }) =>
      edit.mutate(values.text, {
        onSuccess: () => {
          form.markSaved(values);
          setEditing(false);
        },
      }),
  });
  const leaving = useLeaveGuard({ isDirty: form.isDirty });

  function cancel(): void {
    form.discard();
    setEditing(false);
  }

  // Restored text, and text typed during the save, stays in the form.
  if (isEditing || form.isDirty) {
    return (
      <form className={classes.what} onSubmit={form.onSubmit} noValidate>
        <Textarea
          aria-label={t("words.note")}
          size="sm"
          rows={2}
          classNames={{ input: classes.grows ?? "" }}
          maxLength={MAX_NOTE_CHARACTERS}
          dir="auto"
          autoFocus={isEditing}
          {...form.text("text")}
        />
        <Flex gap="xs">
          <Button type="submit" size="xs" variant="filled" loading={edit.isPending}>
            {t("terms.save")}
          </Button>
          <Button size="xs" variant="default" onClick={cancel}>
            {t("ui.cancel")}
          </Button>
        </Flex>
        <LeaveDialog guard={leaving} title={t("contacts.leaveTitle")} confirmLabel={t("contacts.leaveConfirm")}>
          {t("contacts.leaveText")}
        </LeaveDialog>
      </form>
    );
  }
  return (
    <>
      <Box py="xs" px="sm" bdrs="sm" bg="var(--sunken)" style={{ whiteSpace: "pre-line" }} dir="auto">
        {note.text}
      </Box>
      {note.editedAt ? (
        <Box component="p" m={0} c="var(--text2)" title={formatDateTime(note.editedAt, true)}>
          {t("person.edited")}
        </Box>
      ) : null}
      {isOwn ? (
        <Flex gap={4} ms={-6}>
          <Button size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
            {t("person.editNote")}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, {
                onSuccess: () =>
                  toast("success", t("person.noteDeleted"), {
                    action: { label: t("words.undo"), run: () => add.mutate(note.text) },
                  }),
              })
            }
          >
            {t("words.delete")}
          </Button>
        </Flex>
      ) : null}
    </>
  );
}
