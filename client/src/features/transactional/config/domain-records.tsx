import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { RecordCard, useDomain } from "@/features/senders/public";
import { useTranslation } from "@/lib/i18n/translation";
import { saveFile } from "@/lib/save-file";
import { RelativeTime } from "@/ui/components/relative-time";
import { toastFailure } from "@/ui/toast-failure";
import { PageState } from "./components/page-state";
import { useCheckTrxDomain } from "./domains-data";
import type { TrxDomain } from "./shapes";

/** Required DNS records of a domain with their current values, and a button to check them now. */
export function DomainRecords({ domain }: { readonly domain: Pick<TrxDomain, "domainId" | "senderDomainId"> }) {
  const { t } = useTranslation();
  // The check time when the user requested a new check. A newer one ends the wait.
  const [previousCheckAt, setAskedAt] = useState<string | null>();
  const [isChecking, setAsking] = useState(false);
  const query = useDomain(domain.senderDomainId, isChecking);
  const check = useCheckTrxDomain(domain.domainId);
  const found = query.data;
  if (isChecking && found && found.checkedAt !== previousCheckAt) setAsking(false);
  const seen = new Set<string>();
  return (
    <PageState query={query} label={t("transactional.config.domain.loading")}>
      {({ name, zone, records, checkedAt }) => (
        <Stack component="section" gap="md" aria-label={t("transactional.config.domain.records")}>
          <Group gap="sm" justify="space-between">
            <div>
              <Text component="h2" fz="md" lh="md" fw={600}>
                {t("transactional.config.domain.records")}
              </Text>
              <Text size="sm" lh="md" c="var(--text2)">
                {t("transactional.config.domain.recordsHelp")}{" "}
                {checkedAt ? (
                  <>
                    {t("transactional.config.domain.lastLook")} <RelativeTime at={checkedAt} />
                  </>
                ) : (
                  t("transactional.config.domain.firstLook")
                )}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => saveFile(new Blob([zone], { type: "text/dns" }), `${name}.zone`)}
              >
                {t("transactional.config.domain.zone")}
              </Button>
              <Button
                leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden="true" />}
                loading={isChecking || check.isPending || checkedAt === null}
                onClick={() =>
                  check.mutate(undefined, {
                    onSuccess: () => {
                      setAskedAt(checkedAt);
                      setAsking(true);
                    },
                    onError: (failure) => toastFailure(failure, t),
                  })
                }
              >
                {t("transactional.config.domain.check")}
              </Button>
            </Group>
          </Group>
          {records.map((record) => {
            const isFirst = !seen.has(record.kind);
            seen.add(record.kind);
            return <RecordCard key={record.recordId} record={record} isFirst={isFirst} />;
          })}
        </Stack>
      )}
    </PageState>
  );
}
