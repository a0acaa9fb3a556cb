import { Button, Group, Text } from "@mantine/core";
import { formatFileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Panel } from "@/ui/components/panel";
import { ShareBar } from "@/ui/components/share-bar";
import type { UploadProgress } from "../import-machine";

interface Props {
  readonly fileName: string;
  readonly upload: UploadProgress | undefined;
  readonly onCancel: () => void;
}

/** Progress of the upload, and then of reading the file on the server. */
export function ImportUpload({ fileName, upload, onCancel }: Props) {
  const { t } = useTranslation();
  const share = upload && upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : 0;
  const isRead = share >= 1;
  return (
    <Panel component="section" gap="sm" p="md" aria-live="polite">
      <Text component="h2" size="sm" fw={600}>
        {isRead ? t("contacts.reading", { file: fileName }) : t("contacts.uploading", { file: fileName })}
      </Text>
      <ShareBar
        share={share}
        role="progressbar"
        aria-label={t("contacts.uploading", { file: fileName })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      />
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="var(--text2)">
          {isRead || !upload
            ? t("contacts.readingHelp")
            : t("ui.progressOf", { done: formatFileSize(upload.sentBytes), total: formatFileSize(upload.totalBytes) })}
        </Text>
        <Button variant="subtle" onClick={onCancel}>
          {t("ui.cancel")}
        </Button>
      </Group>
    </Panel>
  );
}
