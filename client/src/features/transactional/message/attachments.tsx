import { ActionIcon, Box, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconPaperclip } from "@tabler/icons-react";
import { formatFileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Attachment } from "../shapes";

const ICON = { size: 16, stroke: 1.7, style: { flex: "none" }, "aria-hidden": true } as const;

/** Attachments of a message. They download and never open here, because their content is untrusted. */
export function Attachments({ files }: { readonly files: readonly Attachment[] }) {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      p="md"
      style={{ borderBlockStart: "1px solid var(--line)" }}
      aria-label={t("transactional.message.attachments")}
    >
      <Text component="h3" size="xs" mb={8} c="dimmed">
        {t("transactional.message.attachmentsCount", { count: files.length })}
      </Text>
      <Stack component="ul" gap={4}>
        {files.map(({ name, type, size, url }) => {
          const shown = name || t("transactional.message.unnamed");
          return (
            <Group component="li" key={url} gap="xs" wrap="nowrap" mih={32} fz="sm">
              <IconPaperclip {...ICON} />
              <Box component="bdi" miw={0} style={{ overflowWrap: "anywhere" }}>
                {shown}
              </Box>
              <Text span size="xs" ms="auto" c="dimmed" style={{ whiteSpace: "nowrap" }}>
                {type} · {formatFileSize(size)}
              </Text>
              <ActionIcon
                component="a"
                href={url}
                rel="noreferrer"
                aria-label={t("transactional.message.saveFile", { name: shown })}
              >
                <IconDownload {...ICON} />
              </ActionIcon>
            </Group>
          );
        })}
      </Stack>
    </Box>
  );
}
