import { Button, Text } from "@mantine/core";
import { fileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { UploadProgress } from "../import-machine";
import classes from "./import-wizard.module.css";

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
    <section className={classes.card} aria-live="polite">
      <h2 className={classes.cardTitle}>
        {isRead ? t("contacts.reading", { file: fileName }) : t("contacts.uploading", { file: fileName })}
      </h2>
      <div
        className={classes.uploadBar}
        role="progressbar"
        aria-label={t("contacts.uploading", { file: fileName })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <div style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <div className={classes.foot}>
        <Text size="sm" c="var(--text2)">
          {isRead || !upload
            ? t("contacts.readingHelp")
            : t("ui.progressOf", { done: fileSize(upload.sentBytes), total: fileSize(upload.totalBytes) })}
        </Text>
        <Button variant="subtle" onClick={onCancel}>
          {t("ui.cancel")}
        </Button>
      </div>
    </section>
  );
}
