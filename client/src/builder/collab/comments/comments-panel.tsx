import { Box, Flex, Skeleton, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { useEffect, useRef, useState } from "react";
import type { Awareness } from "y-protocols/awareness";
import { useTranslation } from "@/lib/i18n/translation";
import { CloseButton } from "@/ui/components/close-button";
import { LoadFailed } from "@/ui/components/load-failed";
import { Segmented } from "@/ui/components/segmented";
import { useWriters, WritingContext } from "../presence/use-writing";
import { NEW_THREAD } from "../presence/writing";
import { CommentBox } from "./comment-box";
import { isSuccessful, type Reader } from "./comment-item";
import classes from "./comments.module.css";
import { ThreadCard } from "./thread-card";
import { isOpen } from "./threads";
import { useCommentMutations, useComments, useMentionableUsers } from "./use-comments";
import { WritingIndicator } from "./writing-indicator";

interface Props {
  readonly documentId: string;
  readonly me: Reader;
  /** Shows collaborators who is writing. */
  readonly awareness?: Awareness;
  /** The selected node, which new comments are about. */
  readonly node: string | undefined;
  /** Number of requests to comment on it. Each one moves the focus into the box. */
  readonly requests?: number;
  /** The name of a node; undefined if it does not exist. */
  readonly nameOf: (node: string) => string | undefined;
  /** What the editor calls the whole document. */
  readonly wholeName: string;
  readonly onSelect: (node: string) => void;
  readonly onClose: () => void;
}

const FILTERS = ["open", "resolved"] as const;

/** The comments on a document, and a box to comment on the selected node. */
export function CommentsPanel(props: Props) {
  const { documentId, me, awareness, node, requests = 0, nameOf, wholeName, onSelect, onClose } = props;
  const { t } = useTranslation();
  const [shown, setShown] = useState<(typeof FILTERS)[number]>("open");
  const { threads, failure, again } = useComments(documentId);
  const people = useMentionableUsers();
  const writers = useWriters(awareness, me.id);
  const acts = useCommentMutations(documentId);
  const about = node === undefined ? undefined : nameOf(node);
  const fresh = useRef<HTMLDivElement>(null);
  const [answered, setAnswered] = useState(0);
  if (requests !== answered) {
    setAnswered(requests);
    setShown("open");
  }
  useEffect(() => {
    if (requests > 0) fresh.current?.querySelector("textarea")?.focus();
  }, [requests]);
  const wanted = threads?.filter((thread) => isOpen(thread) === (shown === "open"));
  return (
    <WritingContext value={awareness}>
      <section className={classes.panel} aria-label={t("terms.comments")}>
        <header className={classes.head}>
          <Text component="h2" size="md" fw={600}>
            {t("terms.comments")}
          </Text>
          <CloseButton label={t("ui.close")} onClick={onClose} />
        </header>
        <Box flex="none" px="md" pt="sm">
          <Segmented
            label={t("terms.comments")}
            isWide
            value={shown}
            options={FILTERS.map((value) => ({ value, label: t(`collab.comments.${value}`) }))}
            onChange={setShown}
          />
        </Box>
        <div className={classes.body}>
          {shown === "open" ? (
            <Stack ref={fresh} gap={6}>
              <Flex component="p" gap="xs" justify="space-between" m={0} fz="xs" lh="xs" c="dimmed">
                <span>
                  {about
                    ? t("collab.comments.about", { name: about })
                    : t("collab.comments.aboutWhole", { name: wholeName })}
                </span>
                <WritingIndicator writers={writers} thread={NEW_THREAD} />
              </Flex>
              <CommentBox
                // A comment that was started on one node stays with that node.
                key={node ?? ""}
                draft={`comment:${documentId}:${node ?? ""}`}
                thread={NEW_THREAD}
                label={t("collab.comments.write")}
                act={t("collab.comments.post")}
                people={people}
                isBusy={acts.post.isPending}
                onSay={(text, mentions) =>
                  isSuccessful(
                    acts.post.mutateAsync({ node: about ? (node ?? "") : "", replyTo: null, text, mentions }),
                  )
                }
              />
            </Stack>
          ) : null}
          {failure && !threads ? <LoadFailed failure={failure} onRetry={again} /> : null}
          {!failure && !threads ? <CommentsSkeleton /> : null}
          {wanted?.length === 0 ? (
            <Text size="sm" py="md" ta="center" c="dimmed">
              {t(`collab.comments.none.${shown}`)}
            </Text>
          ) : null}
          {wanted?.map((thread) => (
            <ThreadCard
              key={thread.first.id}
              thread={thread}
              about={nameOf(thread.first.node)}
              wholeName={wholeName}
              isSelected={node !== undefined && thread.first.node === node}
              me={me}
              people={people}
              writers={writers}
              acts={acts}
              onSelect={onSelect}
            />
          ))}
        </div>
      </section>
    </WritingContext>
  );
}

function CommentsSkeleton() {
  return (
    <div className={classes.thread} aria-hidden="true">
      <Skeleton height={14} width="40%" />
      <Skeleton height={36} />
    </div>
  );
}
