import { Button, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { usePersistedDraft } from "@/ui/use-persisted-draft";
import { useAddNote } from "../timeline-data";
import classes from "./timeline.module.css";

export const MAX_NOTE_CHARACTERS = 2000;

/** Adds a note to a contact. */
export function NoteComposer({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const add = useAddNote(contactId);
  const isEmpty = text.trim() === "";
  usePersistedDraft(`contact-note:${contactId}`, {
    values: { text },
    isDirty: !isEmpty,
    restore: (kept) => setText(kept.text),
  });
  const leaving = useLeaveGuard({ isDirty: !isEmpty });
  const failure =
    findFieldFailure(add.error, t)?.text ?? (isFailure(add.error) ? describeFailure(add.error, t) : undefined);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmpty || add.isPending) return;
          // Text typed during the save remains.
          add.mutate(text, { onSuccess: () => setText((now) => (now === text ? "" : now)) });
        }}
      >
        <Stack gap="xs" py="sm" px="md" style={{ borderBlockEnd: "1px solid var(--line)" }}>
          <Textarea
            aria-label={t("words.note")}
            placeholder={t("person.notePlaceholder")}
            size="sm"
            rows={1}
            classNames={{ input: classes.grows ?? "" }}
            maxLength={MAX_NOTE_CHARACTERS}
            value={text}
            error={failure}
            dir="auto"
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
          {isEmpty ? null : (
            <div>
              <Button type="submit" size="xs" variant="filled" loading={add.isPending}>
                {t("person.addNote")}
              </Button>
            </div>
          )}
        </Stack>
      </form>
      <LeaveDialog guard={leaving} title={t("contacts.leaveTitle")} confirmLabel={t("contacts.leaveConfirm")}>
        {t("contacts.leaveText")}
      </LeaveDialog>
    </>
  );
}
