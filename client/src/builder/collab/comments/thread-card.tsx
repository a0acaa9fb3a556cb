import { Flex, Text } from "@mantine/core";
import { IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import type { Writer } from "../presence/writing";
import { CommentBox } from "./comment-box";
import { CommentItem, isSuccessful, type Reader } from "./comment-item";
import classes from "./comments.module.css";
import type { Comment } from "./comments-data";
import type { MentionableUser } from "./mentions";
import { isOpen, type Thread } from "./threads";
import type { useCommentMutations } from "./use-comments";
import { WritingIndicator } from "./writing-indicator";

interface Props {
  readonly thread: Thread;
  /** Name of the node that it is about; undefined if the node does not exist. */
  readonly about: string | undefined;
  /** What the editor calls the whole document. */
  readonly wholeName: string;
  /** Whether its node is selected. */
  readonly isSelected: boolean;
  readonly me: Reader;
  readonly people: readonly MentionableUser[];
  /** The others who are writing a comment. */
  readonly writers: readonly Writer[];
  readonly acts: ReturnType<typeof useCommentMutations>;
  readonly onSelect: (node: string) => void;
}

/** A thread of comments, with a box to reply. */
export function ThreadCard({ thread, about, wholeName, isSelected, me, people, writers, acts, onSelect }: Props) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState<Comment>();
  const card = useRef<HTMLElement>(null);
  const { first, replies } = thread;
  const isTalk = isOpen(thread);

  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView?.({ block: "nearest" });
  }, [isSelected]);

  const settle = () => {
    if (!acts.settle.isPending) acts.settle.mutate({ id: first.id, isOpen: !isTalk });
  };
  return (
    <article
      ref={card}
      className={classes.thread}
      data-selected={isSelected || undefined}
      aria-label={t("collab.comments.thread", { name: first.author.name })}
    >
      <Flex component="header" gap="xs" align="center" justify="space-between" fz="xs" lh="sm" c="dimmed">
        {first.node === "" ? (
          <span>{wholeName}</span>
        ) : about === undefined ? (
          <span>{t("collab.comments.gone")}</span>
        ) : (
          <button type="button" className={classes.link} onClick={() => onSelect(first.node)}>
            {about}
          </button>
        )}
        <WritingIndicator writers={writers} thread={first.id} />
        <button type="button" className={classes.link} aria-busy={acts.settle.isPending || undefined} onClick={settle}>
          {isTalk ? (
            <IconCheck size={14} stroke={2} aria-hidden="true" />
          ) : (
            <IconArrowBackUp size={14} stroke={2} aria-hidden="true" />
          )}
          {t(isTalk ? "collab.comments.resolve" : "collab.comments.reopen")}
        </button>
      </Flex>
      {[first, ...replies].map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          me={me}
          people={people}
          acts={acts}
          onRemove={() => setRemoving(comment)}
        />
      ))}
      {isTalk ? (
        <CommentBox
          label={t("collab.comments.reply")}
          draft={`comment:${first.id}`}
          thread={first.id}
          act={t("collab.comments.reply")}
          people={people}
          isBusy={acts.post.isPending}
          onSay={(text, mentions) =>
            isSuccessful(acts.post.mutateAsync({ node: first.node, replyTo: first.id, text, mentions }))
          }
        />
      ) : first.resolvedBy ? (
        <Text size="xs" c="dimmed">
          {t("collab.comments.resolvedBy", { name: first.resolvedBy.name })}
        </Text>
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={t("collab.comments.removeTitle")}
          confirmLabel={t("collab.comments.remove")}
          isDangerous
          isBusy={acts.remove.isPending}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => acts.remove.mutate(removing.id, { onSettled: () => setRemoving(undefined) })}
        >
          {removing.id === first.id && replies.length > 0
            ? t("collab.comments.removeThread", { count: replies.length })
            : t("collab.comments.removeOne")}
        </ConfirmDialog>
      ) : null}
    </article>
  );
}
