import { Group } from "@mantine/core";
import { Link } from "react-router";
import { type Campaign, composerPath, useEmailSize } from "@/features/campaigns/public";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./email-bar.module.css";
import { Readiness } from "./readiness";

/** Gmail counts in units of 1024 bytes. */
const KILOBYTE = 1024;

interface Props {
  readonly campaign: Campaign;
  /** Displayed variant of an A/B test. */
  readonly variantId: string | undefined;
  /** Revision of the document for which size and readiness are shown. */
  readonly revision: number;
}

/** Subject, preview text, size, recipient count and errors of the email. */
export function EmailBar({ campaign, variantId, revision }: Props) {
  const { t } = useTranslation();
  const size = useEmailSize(campaign, String(revision), variantId).data;
  const { subject, preheader } = campaign;
  const to = composerPath(campaign);
  const maxKilobytes = size ? Math.round(size.limit / KILOBYTE) : 0;
  const isOver = size ? size.bytes > size.limit : false;
  return (
    <div className={classes.line}>
      <Group
        gap="md"
        wrap="nowrap"
        justify="space-between"
        h="100%"
        ps="lg"
        pe="md"
        bg="var(--page)"
        style={{ borderBlockEnd: "1px solid var(--line)" }}
      >
        <p className={classes.inbox}>
          <span>{t("terms.subject")}</span>
          <Link to={to} dir="auto" data-none={subject === "" || undefined}>
            {subject || t("editor.line.none")}
          </Link>
          <span>{t("terms.previewText")}</span>
          <Link to={to} dir="auto" data-none={preheader === "" || undefined}>
            {preheader || t("editor.line.none")}
          </Link>
        </p>
        {size ? (
          <p
            className={classes.size}
            data-over={isOver || undefined}
            title={t("editor.line.sizeOver", { most: maxKilobytes })}
          >
            <span className="said">{t("editor.line.sizeLabel")} </span>
            {t("editor.line.size", { size: Math.ceil(size.bytes / KILOBYTE), most: maxKilobytes })}
            {isOver ? `. ${t("editor.line.sizeOver", { most: maxKilobytes })}` : ""}
          </p>
        ) : null}
        <Readiness campaign={campaign} revision={revision} />
      </Group>
    </div>
  );
}
