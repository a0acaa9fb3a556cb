import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { findInternalPath } from "@/lib/routing";
import { Card } from "@/ui/components/card";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { PageHead } from "@/ui/components/page-head";
import { DomainForm } from "../config/domain-form";
import { DomainRecords } from "../config/domain-records";
import { useAllTrxDomains } from "../config/domains-data";
import { storeStartKey } from "../overview/start-keys";
import { useLiveOverview } from "../overview/use-live-overview";
import { OVERVIEW_KEY } from "../overview-data";

const SandboxQuickStart = lazy(async () => ({
  default: (await import("../overview/sandbox-quick-start")).SandboxQuickStart,
}));

/** Polling interval of the domain status, in case an event is lost. */
const DOMAIN_POLL_MS = 10_000;

/**
 * First step of the area: adding a domain and its DNS records (SHELL-08, SHELL-163). Offers the sandbox until then.
 * Redirects once a domain is verified.
 */
export function AuthenticationPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const wanted = findInternalPath(useSearchParams()[0].get("from"));
  const canAdd = useCan()("transactional.keys");
  const overview = useLiveOverview().data;
  const isReady = overview?.domainVerified ?? false;
  const domains = useAllTrxDomains();
  const [domain] = domains.data?.items ?? [];
  // After adding a domain, the user first sees its key, then the records.
  const [isAdding, setAdding] = useState<boolean>();
  if (domains.data && isAdding === undefined) setAdding(domain === undefined);

  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: OVERVIEW_KEY }), DOMAIN_POLL_MS);
    return () => clearInterval(timer);
  }, [client]);
  useEffect(() => {
    if (isReady && !isAdding) void navigate(wanted ?? "/trx-overview", { replace: true });
  }, [isReady, isAdding, navigate, wanted]);

  return (
    <>
      <PageHead
        title={t("trxMenu.authentication")}
        crumbs={[{ label: t("shell.groups.transactional") }, { label: t("trxMenu.authentication") }]}
        state={t(domain && !isAdding ? "transactional.authentication.publish" : "transactional.authentication.intro")}
      />
      {wanted ? <Notice kind="info">{t("transactional.authentication.ledHere")}</Notice> : null}
      {domains.isLoadingError ? (
        <LoadFailed failure={domains.error} onRetry={() => void domains.refetch()} />
      ) : !domains.data ? (
        <Card isFlush height={220} />
      ) : domain && !isAdding ? (
        <Stack gap="md">
          <Suspense fallback={null}>
            {overview?.hasDomain && !isReady ? <SandboxQuickStart overview={overview} /> : null}
          </Suspense>
          <DomainRecords domain={domain} />
        </Stack>
      ) : canAdd ? (
        <DomainForm
          onDone={({ accessToken }) => {
            storeStartKey(client, "live", accessToken);
            void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
            setAdding(false);
          }}
        />
      ) : (
        <Notice kind="info">{t("transactional.authentication.askAdmin")}</Notice>
      )}
    </>
  );
}
