import { Button, Group, Textarea } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { deleteDraft, readDraft, storeDraft } from "@/lib/draft-storage";
import { useTranslation } from "@/lib/i18n/translation";
import { Avatar } from "@/ui/components/avatar";
import { useOwnWriting } from "../presence/use-writing";
import classes from "./comments.module.css";
import { findTypedMention, listMentionedIds, type MentionableUser, suggestUsers, type TypedMention } from "./mentions";

interface Props {
  readonly label: string;
  readonly start?: string;
  /** Key under which the text is stored until it is posted. */
  readonly draft?: string;
  /** The thread of the comment, in which collaborators see who is writing. */
  readonly thread?: string;
  /** Label of the button. */
  readonly act: string;
  readonly people: readonly MentionableUser[];
  readonly isBusy: boolean;
  readonly isFocused?: boolean;
  readonly onCancel?: () => void;
  /** Resolves to whether it was posted, and the box can be emptied. */
  readonly onSay: (text: string, mentions: string[]) => Promise<boolean>;
}

const MAX_CHARACTERS = 4000;

/** A field for a comment. An @ suggests team members, and Ctrl+Enter posts the comment. */
export function CommentBox(props: Props) {
  const { label, start = "", draft, thread, act, people, isBusy, isFocused, onCancel, onSay } = props;
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => start || readDraftText(draft));
  const [typed, setTyped] = useState<TypedMention>();
  const [active, setActive] = useState(0);
  const offers = typed ? suggestUsers(typed.query, people) : [];
  const at = Math.min(active, offers.length - 1);
  const isEmpty = text.trim() === "";
  const writing = useOwnWriting(thread);

  function write(words: string): void {
    setText(words);
    if (words === "") writing?.stop();
    else writing?.typed();
    if (draft === undefined) return;
    if (words === "") deleteDraft(draft);
    else storeDraft(draft, JSON.stringify(words));
  }

  async function say(): Promise<void> {
    if (isEmpty || isBusy) return;
    if (await onSay(text.trim(), listMentionedIds(text, people))) write("");
  }

  function look(area: HTMLTextAreaElement): void {
    const { value, selectionStart, selectionEnd } = area;
    setActive(0);
    setTyped(selectionStart === selectionEnd ? findTypedMention(value.slice(0, selectionEnd)) : undefined);
  }

  function choose(person: MentionableUser | undefined): void {
    if (!person || !typed) return;
    const before = `${text.slice(0, typed.start)}@${person.name} `;
    // Not in the next frame, by which time the user might have typed more.
    flushSync(() => {
      write(before + text.slice(typed.start + 1 + typed.query.length));
      setTyped(undefined);
    });
    box.current?.focus();
    box.current?.setSelectionRange(before.length, before.length);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (offers.length > 0) {
      if (event.key === "ArrowDown") setActive((at + 1) % offers.length);
      else if (event.key === "ArrowUp") setActive((at - 1 + offers.length) % offers.length);
      else if (event.key === "Enter" || event.key === "Tab") choose(offers[at]);
      else if (event.key === "Escape") setTyped(undefined);
      else return;
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      void say();
    } else if (event.key === "Escape" && onCancel) {
      onCancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form
      className={classes.box}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void say();
      }}
    >
      <Textarea
        ref={box}
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={MAX_CHARACTERS}
        rows={2}
        autoFocus={isFocused ?? false}
        aria-autocomplete="list"
        aria-controls={offers.length > 0 ? id : undefined}
        aria-activedescendant={offers.length > 0 ? `${id}-${at}` : undefined}
        onChange={({ currentTarget }) => {
          write(currentTarget.value);
          look(currentTarget);
        }}
        onClick={({ currentTarget }) => look(currentTarget)}
        onBlur={() => {
          setTyped(undefined);
          writing?.stop();
        }}
        onKeyDown={onKeyDown}
      />
      {offers.length > 0 ? (
        <div id={id} role="listbox" aria-label={t("collab.comments.people")} className={classes.people}>
          {offers.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box that keeps the focus hears the keys
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classes.person}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar name={person.name} size={20} />
              {person.name}
            </div>
          ))}
        </div>
      ) : null}
      {isEmpty && !onCancel ? null : (
        <Group gap="xs" justify="flex-end">
          {onCancel ? <Button onClick={onCancel}>{t("ui.cancel")}</Button> : null}
          <Button type="submit" variant="filled" disabled={isEmpty} loading={isBusy}>
            {act}
          </Button>
        </Group>
      )}
    </form>
  );
}

function readDraftText(draft: string | undefined): string {
  const kept = draft === undefined ? undefined : readDraft(draft);
  return typeof kept === "string" ? kept : "";
}
