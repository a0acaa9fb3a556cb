import { Box, Flex, Text } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { Avatar } from "@/ui/components/avatar";
import { IconButton } from "@/ui/components/icon-button";
import { RelativeTime } from "@/ui/components/relative-time";
import { CommentBox } from "./comment-box";
import classes from "./comments.module.css";
import type { Comment } from "./comments-data";
import { type MentionableUser, splitMentions } from "./mentions";
import type { useCommentMutations } from "./use-comments";

/** The user who reads the comments. */
export interface Reader {
  readonly id: string;
  readonly name: string;
  /** Admins can delete comments by others. */
  readonly isAdmin: boolean;
}

interface Props {
  readonly comment: Comment;
  readonly me: Reader;
  readonly people: readonly MentionableUser[];
  readonly acts: ReturnType<typeof useCommentMutations>;
  readonly onRemove: () => void;
}

/** One comment, with its mentions highlighted. */
export function CommentItem({ comment, me, people, acts, onRemove }: Props) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const { id, author, text, createdAt, editedAt, mentions } = comment;
  const isOwn = author.id === me.id;
  const named = people.filter((person) => mentions.includes(person.id));
  const items = [
    ...(isOwn
      ? [{ id: "edit", label: t("collab.comments.edit"), icon: IconPencil, onClick: () => setEditing(true) }]
      : []),
    { id: "remove", label: t("collab.comments.remove"), icon: IconTrash, isDangerous: true, onClick: onRemove },
  ];
  return (
    <Flex gap="xs" align="start">
      <Avatar name={author.name} size={24} />
      <Box flex={1} miw={0}>
        <div className={classes.who}>
          <Text span inherit truncate fw={600}>
            {author.name}
          </Text>
          <span className={classes.when}>
            <RelativeTime at={createdAt} />
            {editedAt ? ` · ${t("terms.edited")}` : null}
          </span>
          {isOwn || me.isAdmin ? (
            <ActionMenu
              items={items}
              width={180}
              trigger={
                <IconButton size="row" label={t("collab.comments.more", { name: author.name })}>
                  <IconDots size={16} stroke={1.8} aria-hidden="true" />
                </IconButton>
              }
            />
          ) : null}
        </div>
        {isEditing ? (
          <CommentBox
            label={t("collab.comments.edit")}
            start={text}
            act={t("terms.save")}
            people={people}
            isBusy={acts.edit.isPending}
            isFocused
            onCancel={() => setEditing(false)}
            onSay={async (words, ids) => {
              const isSaid = await isSuccessful(acts.edit.mutateAsync({ id, text: words, mentions: ids }));
              if (isSaid) setEditing(false);
              return false;
            }}
          />
        ) : (
          <p className={classes.words} dir="auto">
            {splitMentions(text, named).map(({ words, person }, index) =>
              person ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have their place alone
                <span key={index} className={classes.mention} data-own={person.id === me.id || undefined}>
                  {words}
                </span>
              ) : (
                words
              ),
            )}
          </p>
        )}
      </Box>
    </Flex>
  );
}

/** Whether a request succeeds. Its failure is reported like any other. */
export async function isSuccessful(act: Promise<unknown>): Promise<boolean> {
  return await act.then(
    () => true,
    () => false,
  );
}
