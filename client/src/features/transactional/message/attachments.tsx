import { IconDownload, IconPaperclip } from "@tabler/icons-react";
import { formatFileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Attachment } from "../shapes";
import classes from "./message.module.css";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Attachments of a message. They download and never open here, because their content is untrusted. */
export function Attachments({ files }: { readonly files: readonly Attachment[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes.files} aria-label={t("transactional.message.attachments")}>
      <h3>{t("transactional.message.attachmentsCount", { count: files.length })}</h3>
      <ul>
        {files.map(({ name, type, size, url }) => {
          const shown = name || t("transactional.message.unnamed");
          return (
            <li key={url}>
              <IconPaperclip {...ICON} />
              <bdi>{shown}</bdi>
              <small>
                {type} · {formatFileSize(size)}
              </small>
              <a href={url} rel="noreferrer" aria-label={t("transactional.message.saveFile", { name: shown })}>
                <IconDownload {...ICON} />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
