import { Box, Button, Flex, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconRefresh, IconStar, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useMe } from "@/features/session/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { saveFile } from "@/lib/save-file";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { Strip } from "@/ui/components/strip";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { Certificate } from "../components/certificate";
import { DomainState, GracePeriodCountdown } from "../components/domain-state";
import { EmailFlowDiagram } from "../components/email-flow-diagram";
import { RecordCard } from "../components/record-card";
import {
  type DomainDetail,
  type DomainRecord,
  useCheckDomain,
  useDomain,
  useMakeDomainDefault,
  useRotateKey,
} from "../domains-data";

const DeleteDomainDialog = lazy(async () => ({
  default: (await import("../components/delete-domain-dialog")).DeleteDomainDialog,
}));
const SlugDialog = lazy(async () => ({ default: (await import("../components/slug-dialog")).SlugDialog }));

const LIST_PATH = "/senders/domains";

/** One domain with its email flow and all its DNS records. */
export function DomainPage() {
  const { t } = useTranslation();
  const domainId = useParams().id ?? "";
  // The check time when the user requested a new check. A newer one ends the wait.
  const [previousCheckAt, setAskedAt] = useState<string | null>();
  const [isChecking, setAsking] = useState(false);
  const page = throwIfMissingBeforeFirstData(useDomain(domainId, isChecking));
  const domain = page.data;
  if (isChecking && domain && domain.checkedAt !== previousCheckAt) setAsking(false);
  const isFirstCheck = domain !== undefined && domain.checkedAt === null;

  return (
    <>
      <PageHead
        title={domain?.name ?? t("terms.domains")}
        badge={domain?.default ? <StateBadge kind="plain">{t("terms.default")}</StateBadge> : undefined}
        state={
          domain
            ? [
                <DomainState key="state" state={domain.state} />,
                domain.checkedAt ? (
                  <span key="checked">
                    {t("senders.domains.checkedAt")} <RelativeTime at={domain.checkedAt} />
                  </span>
                ) : (
                  t("senders.domains.firstLook")
                ),
              ]
            : page.isLoadingError
              ? undefined
              : t("terms.loadingDomains")
        }
        crumbs={[
          { label: t("words.marketing") },
          { label: t("terms.emailSenders"), to: "/senders" },
          { label: t("terms.domains"), to: LIST_PATH },
        ]}
        actions={
          domain ? (
            <Actions
              domain={domain}
              isChecking={isChecking || isFirstCheck}
              onCheckStart={() => {
                setAskedAt(domain.checkedAt);
                setAsking(true);
              }}
            />
          ) : undefined
        }
      />
      {page.isLoadingError ? (
        <LoadFailed failure={page.error} onRetry={() => void page.refetch()} />
      ) : domain ? (
        <Records domain={domain} />
      ) : (
        <Stack gap="md" maw={1040} role="status" aria-label={t("terms.loadingDomains")}>
          {[0, 1, 2, 3].map((each) => (
            <Box bdrs="lg" h={136} bg="var(--sunken)" key={each} />
          ))}
        </Stack>
      )}
    </>
  );
}

interface ActionsProps {
  readonly domain: DomainDetail;
  readonly isChecking: boolean;
  readonly onCheckStart: () => void;
}

function Actions({ domain, isChecking, onCheckStart }: ActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const [isDeleting, setDeleting] = useState(false);
  const check = useCheckDomain(domain.domainId);
  const choose = useMakeDomainDefault();
  const tell = (failure: unknown): void => toastFailure(failure, t);
  return (
    <>
      {canEdit ? (
        <Button leftSection={<IconTrash size={16} stroke={1.7} aria-hidden="true" />} onClick={() => setDeleting(true)}>
          {t("senders.domains.delete")}
        </Button>
      ) : null}
      {canEdit && domain.validated && !domain.default ? (
        <Button
          leftSection={<IconStar size={16} stroke={1.7} aria-hidden="true" />}
          loading={choose.isPending}
          onClick={() => choose.mutate(domain.domainId, { onError: tell })}
        >
          {t("senders.makeDefault")}
        </Button>
      ) : null}
      <Button
        variant="filled"
        leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden="true" />}
        loading={isChecking || check.isPending}
        onClick={() => check.mutate(undefined, { onSuccess: onCheckStart, onError: tell })}
      >
        {t("senders.domains.check")}
      </Button>
      <Suspense fallback={null}>
        {isDeleting ? (
          <DeleteDomainDialog
            domain={domain}
            onClose={() => setDeleting(false)}
            onDone={() => void navigate(LIST_PATH, { replace: true })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function Records({ domain }: { readonly domain: DomainDetail }) {
  const { t } = useTranslation();
  const seen = new Set<string>();
  return (
    <Stack gap="md" maw={1040}>
      <StatusNotice domain={domain} />
      <EmailFlowDiagram domain={domain} />
      <Flex gap="sm" align="flex-end" justify="space-between" wrap="wrap" mt="xs">
        <div>
          <Text component="h2" fw={600}>
            {t("senders.domains.publishTitle")}
          </Text>
          <Text size="sm" mt={4} c="var(--text2)">
            {t("senders.domains.publishHelp")}
          </Text>
        </div>
        <Button
          leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => saveFile(new Blob([domain.zone], { type: "text/dns" }), `${domain.name}.zone`)}
        >
          {t("terms.downloadZoneFile")}
        </Button>
      </Flex>
      {domain.records.map((record) => {
        const isFirst = !seen.has(record.kind);
        seen.add(record.kind);
        return (
          <RecordCard
            key={record.recordId}
            record={record}
            isFirst={isFirst}
            actions={<RecordActions domain={domain} record={record} />}
          >
            {record.kind === "tracking" && domain.certificate ? (
              <Certificate domain={domain} certificate={domain.certificate} />
            ) : null}
          </RecordCard>
        );
      })}
    </Stack>
  );
}

/** Warning during the grace period, or after sending stopped. */
function StatusNotice({ domain }: { readonly domain: DomainDetail }) {
  const { t } = useTranslation();
  const icon = <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />;
  if (domain.graceUntil) {
    return (
      <div role="status">
        <Strip kind="warn" icon={icon} isInset>
          {t("senders.domains.breaking")} <GracePeriodCountdown until={domain.graceUntil} />
        </Strip>
      </div>
    );
  }
  if (domain.state === "broken") {
    return (
      <div role="status">
        <Strip kind="bad" icon={icon} isInset>
          {t("senders.domains.broken")}
        </Strip>
      </div>
    );
  }
  return null;
}

/** Actions on a record: edit the tracking subdomain or rotate the DKIM key. */
function RecordActions({ domain, record }: { readonly domain: DomainDetail; readonly record: DomainRecord }) {
  const { t } = useTranslation();
  const canEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const [isNaming, setNaming] = useState(false);
  const rotate = useRotateKey(domain.domainId);
  const { key } = record;
  const hasPending = domain.records.some(
    (each) => each.key?.state === "pending" && each.key.algorithm === key?.algorithm,
  );
  if (!canEdit) return null;
  if (record.kind === "tracking") {
    return (
      <>
        <Button onClick={() => setNaming(true)}>{t("senders.domains.changeSlug")}</Button>
        <Suspense fallback={null}>
          {isNaming ? <SlugDialog domain={domain} onClose={() => setNaming(false)} /> : null}
        </Suspense>
      </>
    );
  }
  if (key?.state !== "active" || hasPending) return null;
  return (
    <Button
      loading={rotate.isPending}
      onClick={() =>
        rotate.mutate(key.algorithm, {
          onSuccess: () => toast("info", t("senders.domains.rotated")),
          onError: (failure) => toastFailure(failure, t),
        })
      }
    >
      {t("terms.rotateKey")}
    </Button>
  );
}
