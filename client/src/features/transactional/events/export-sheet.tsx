import { Box, Button, Stack, Text } from "@mantine/core";
import { IconAddressBook, IconDownload, IconFileSpreadsheet, IconFileText } from "@tabler/icons-react";
import { formatDateTime } from "@/lib/dates";
import { formatFileSize, formatInteger } from "@/lib/filters";
import { type Translate, toTextKey, useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { SideSheet } from "@/ui/components/side-sheet";
import { StatusDot } from "@/ui/components/status-dot";
import type { EventExport } from "../shapes";
import { type EventsAddress, resolveWindow } from "./event-window";
import classes from "./events.module.css";
import { EXPORT_KINDS, type ExportKind, useCreateExport, useEventExports } from "./events-data";

const ICONS = { csv: IconFileText, xlsx: IconFileSpreadsheet, recipients: IconAddressBook } as const;

interface Props {
  readonly address: EventsAddress;
  readonly onClose: () => void;
}

/** Exports the search results and lists the available files. */
export function ExportSheet({ address, onClose }: Props) {
  const { t } = useTranslation();
  const files = useEventExports(true);
  const make = useCreateExport();
  const items = files.data?.items ?? [];
  const isInProgress = (kind: ExportKind) => make.isPending && make.variables.kind === kind;
  return (
    <SideSheet title={t("transactional.export.title")} onClose={onClose}>
      <Text size="sm" mb="sm" c="var(--text2)">
        {t("transactional.export.intro", { window: describeWindow(address, t) })}
      </Text>
      {address.q ? (
        <Box
          component="code"
          display="block"
          fz="xs"
          py={6}
          px="xs"
          ff="monospace"
          bdrs="sm"
          bg="var(--sunken)"
          c="var(--text)"
          style={{ overflowWrap: "anywhere" }}
        >
          {address.q}
        </Box>
      ) : null}
      <Stack component="ul" className={classes.files ?? ""} gap="xs" mt="sm">
        {EXPORT_KINDS.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <li key={kind}>
              <Icon size={20} stroke={1.7} color="var(--text2)" style={{ flex: "none" }} aria-hidden="true" />
              <div>
                <b>{t(`transactional.export.formats.${kind}`)}</b>
                <small>{t(`transactional.export.help.${kind}`)}</small>
              </div>
              <Button
                aria-label={t("terms.createFormat", { format: t(`transactional.export.formats.${kind}`) })}
                loading={isInProgress(kind)}
                onClick={() => make.mutate({ address, kind })}
              >
                {t("terms.create")}
              </Button>
            </li>
          );
        })}
      </Stack>
      <FailureNotice error={make.error} />
      <Text component="h3" size="sm" mt={20} mb="xs" fw={600}>
        {t("transactional.export.made")}
      </Text>
      {files.isLoadingError ? (
        <LoadFailed failure={files.error} onRetry={() => void files.refetch()} />
      ) : items.length === 0 ? (
        <Text size="sm" mb="sm" c="var(--text2)">
          {t(files.data ? "transactional.export.none" : "words.loading")}
        </Text>
      ) : (
        <Stack component="ul" className={classes.files ?? ""} gap="xs" mt="sm" aria-live="polite">
          {items.map((file) => (
            <File key={file.fileId} file={file} />
          ))}
        </Stack>
      )}
    </SideSheet>
  );
}

/** Describes the period; a custom one by its start and end. */
function describeWindow(address: EventsAddress, t: Translate): string {
  if (address.window !== "custom") return t(`transactional.windows.${address.window}`);
  const { from, to } = resolveWindow(address, Date.now());
  return t("transactional.export.span", {
    from: from ? formatDateTime(from) : "…",
    to: to ? formatDateTime(to) : t("transactional.export.now"),
  });
}

function File({ file }: { readonly file: EventExport }) {
  const { t } = useTranslation();
  const { kind, format, state, downloadUrl, expiresAt, sizeBytes, total, createdAt } = file;
  const isOfAddresses = kind === "recipients";
  const words = t(toTextKey(`transactional.export.formats.${isOfAddresses ? "recipients" : format}`));
  const lines = isOfAddresses ? "terms.addressesCount" : "transactional.histogram.events";
  const isGone = state === "DONE" && !downloadUrl;
  return (
    <li>
      <div>
        <b>{words}</b>
        <small>
          <RelativeTime at={createdAt} /> · {t(lines, { count: total, total: formatInteger(total) })}
        </small>
        {downloadUrl && expiresAt ? (
          <small>
            {formatFileSize(sizeBytes)} · {t("transactional.export.until", { at: formatDateTime(expiresAt) })}
          </small>
        ) : null}
      </div>
      {downloadUrl ? (
        <a href={downloadUrl} download aria-label={t("terms.downloadFormat", { format: words })}>
          <IconDownload size={14} stroke={1.9} aria-hidden="true" />
          {t("terms.download")}
        </a>
      ) : (
        <StatusDot kind={state === "RUNNING" ? "live" : state === "FAILED" ? "bad" : "off"}>
          {t(isGone ? "terms.expired" : toTextKey(`transactional.export.states.${state}`))}
        </StatusDot>
      )}
    </li>
  );
}
