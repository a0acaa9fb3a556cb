import { ActionIcon, Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTopics } from "@/features/lookups/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { StateBadge } from "@/ui/components/state-badge";
import { toast } from "@/ui/toasts";
import { type Topic, useDeleteTopic } from "./subscribers-data";
import { TopicDialog } from "./topic-dialog";

type Open = { readonly kind: "new" } | { readonly kind: "change" | "delete"; readonly topic: Topic } | undefined;

/** The team's topics, to create, edit and delete. */
export function TopicsCard({ canEdit }: { readonly canEdit: boolean }) {
  const { t } = useTranslation();
  const { data: topics, error, refetch } = useTopics();
  const failure: unknown = error;
  const retry = () => void refetch();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Card
      title={t("subscribers.topics")}
      isFlush
      aside={
        canEdit ? (
          <Button
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.7} aria-hidden="true" />}
            onClick={() => setOpen({ kind: "new" })}
          >
            {t("subscribers.addTopic")}
          </Button>
        ) : undefined
      }
    >
      <Text size="sm" py="sm" px="md" c="var(--text2)">
        {t("subscribers.topicsHelp")}
      </Text>
      {failure ? <LoadFailed failure={failure} onRetry={retry} /> : null}
      {topics?.length === 0 ? (
        <Text size="sm" py="sm" px="md" c="var(--text2)" style={{ borderBlockStart: "1px solid var(--line)" }}>
          {t("subscribers.noTopics")}
        </Text>
      ) : null}
      {topics && topics.length > 0 ? (
        <Stack component="ul" gap={0}>
          {topics.map((topic) => (
            <Group
              component="li"
              key={topic.id}
              gap="sm"
              align="start"
              justify="space-between"
              wrap="nowrap"
              px="md"
              py="sm"
              style={{ borderBlockStart: "1px solid var(--line)" }}
            >
              <Box flex={1} miw={0}>
                <Group gap="xs" fw={500} style={{ overflowWrap: "anywhere" }}>
                  <bdi>{topic.name}</bdi>
                  <StateBadge kind={topic.isDefault ? "vendor" : "plain"}>
                    {t(topic.isDefault ? "subscribers.forEverybody" : "subscribers.onRequest")}
                  </StateBadge>
                </Group>
                {topic.description ? (
                  <Text size="sm" mt={2} c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
                    {topic.description}
                  </Text>
                ) : null}
                {topic.said > 0 ? (
                  <Text size="sm" mt={2} c="var(--text2)" className="figures">
                    {t(topic.isDefault ? "subscribers.refused" : "subscribers.asked", {
                      count: topic.said,
                      total: formatInteger(topic.said),
                    })}
                  </Text>
                ) : null}
              </Box>
              {canEdit ? (
                <Group gap="8px 16px" wrap="nowrap">
                  <ActionIcon
                    size="xs"
                    aria-label={t("subscribers.changeTopic", { name: topic.name })}
                    onClick={() => setOpen({ kind: "change", topic })}
                  >
                    <IconPencil size={16} stroke={1.7} />
                  </ActionIcon>
                  <ActionIcon
                    size="xs"
                    aria-label={t("subscribers.removeTopic", { name: topic.name })}
                    onClick={() => setOpen({ kind: "delete", topic })}
                  >
                    <IconTrash size={16} stroke={1.7} />
                  </ActionIcon>
                </Group>
              ) : null}
            </Group>
          ))}
        </Stack>
      ) : null}
      {open?.kind === "new" ? <TopicDialog topic={undefined} onClose={close} /> : null}
      {open?.kind === "change" ? <TopicDialog topic={open.topic} onClose={close} /> : null}
      {open?.kind === "delete" ? <RemoveTopicDialog topic={open.topic} onClose={close} /> : null}
    </Card>
  );
}

function RemoveTopicDialog({ topic, onClose }: { readonly topic: Topic; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useDeleteTopic();
  const { id, name } = topic;

  function confirm(): void {
    const onSuccess = () => {
      toast("success", t("subscribers.removed", { name }));
      onClose();
    };
    remove.mutate({ params: { path: { topic_id: id } } }, { onSuccess });
  }

  return (
    <ConfirmDialog
      title={t("subscribers.removeTopicTitle", { name })}
      confirmLabel={t("subscribers.removeConfirm")}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <p>{t("subscribers.removeHelp")}</p>
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
