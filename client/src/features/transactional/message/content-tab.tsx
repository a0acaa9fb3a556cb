import { Box, Text } from "@mantine/core";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { CopyText } from "../components/copy-text";
import type { Message } from "../shapes";
import { Attachments } from "./attachments";
import classes from "./message.module.css";
import { usePreview, useSource } from "./message-data";

/** Header lines of a message source, with folded lines joined. */
export function parseHeaders(source: string): readonly (readonly [name: string, value: string])[] {
  const head = source.split(/\r?\n\r?\n/, 1)[0] ?? "";
  return head
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)
    .flatMap((line) => {
      const at = line.indexOf(":");
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()] as const] : [];
    });
}

interface Props {
  readonly message: Message;
  readonly tab: "preview" | "source" | "headers";
}

/**
 * The content of a message: preview, source or headers. Needs permission, and is available until the retention period
 * ends.
 */
export function ContentTab({ message, tab }: Props) {
  const { t } = useTranslation();
  const canRead = useCan()("transactional.body");
  if (!canRead)
    return (
      <Text size="sm" py={48} px="md" c="var(--text2)" ta="center">
        {t("transactional.message.mayNotRead")}
      </Text>
    );
  if (message.bodyUntil === null && !message.may.resend)
    return (
      <Text size="sm" py={48} px="md" c="var(--text2)" ta="center">
        {t("transactional.message.bodyGone")}
      </Text>
    );
  return tab === "preview" ? (
    <RenderedContent id={message.id} />
  ) : (
    <Source id={message.id} isHeaders={tab === "headers"} />
  );
}

function RenderedContent({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const preview = usePreview(id);
  if (preview.isLoadingError) return <LoadFailed failure={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data) return <Box mih={320} aria-hidden="true" />;
  const { htmlUrl, text, attachments } = preview.data;
  return (
    <>
      {htmlUrl ? (
        <iframe
          className={classes.frame}
          title={t("transactional.message.frame")}
          src={htmlUrl}
          // No scripts, forms or origin: the content is untrusted.
          sandbox=""
          referrerPolicy="no-referrer"
        />
      ) : (
        <Text
          component="pre"
          inherit
          ff="inherit"
          style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
          dir="auto"
        >
          {text}
        </Text>
      )}
      {attachments.length > 0 ? <Attachments files={attachments} /> : null}
    </>
  );
}

function Source({ id, isHeaders }: { readonly id: string; readonly isHeaders: boolean }) {
  const { t } = useTranslation();
  const source = useSource(id);
  if (source.isLoadingError) return <LoadFailed failure={source.error} onRetry={() => void source.refetch()} />;
  if (source.data === undefined) return <Box mih={320} aria-hidden="true" />;
  if (!isHeaders) return <CopyText label={t("terms.source")} text={source.data} isBlock />;
  return (
    <dl className={classes.headers}>
      {parseHeaders(source.data).map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header can occur twice, and the list never changes
        <div key={`${name}${index}`}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
