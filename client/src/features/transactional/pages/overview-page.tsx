import { Button, Stack } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { PageHead } from "@/ui/components/page-head";
import { useLiveOverview } from "../overview/use-live-overview";
import type { TrxOverview } from "../shapes";

const QuickStart = lazy(async () => ({ default: (await import("../overview/quick-start")).QuickStart }));
const Today = lazy(async () => ({ default: (await import("../overview/today")).Today }));

/** Home of the transactional area: the quick start, later the activity of today (SHELL-09). */
export function OverviewPage() {
  const { t } = useTranslation();
  const overview = useLiveOverview();
  const { data } = overview;
  const [isAsked, setAsked] = useState(false);
  // The quick start stays on screen when the first message arrives, because its last step reports it.
  const [hasStarted, setBegun] = useState<boolean>();
  if (data && hasStarted === undefined) setBegun(data.firstMessage?.sandbox === false);
  const isStart = isAsked || hasStarted === false;

  return (
    <>
      <PageHead
        title={t("words.overview")}
        crumbs={[{ label: t("shell.groups.transactional") }, { label: t("words.overview") }]}
        state={t(isStart ? "transactional.start.intro" : "transactional.overview.intro")}
        actions={
          data?.firstMessage ? (
            <Button
              onClick={() => {
                setAsked(!isStart);
                setBegun(true);
              }}
            >
              {t(isStart ? "transactional.overview.toNumbers" : "transactional.start.keyName")}
            </Button>
          ) : undefined
        }
      />
      {overview.isLoadingError ? (
        <LoadFailed failure={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <Suspense fallback={<Skeleton />}>
          {data ? isStart ? <Start overview={data} /> : <Today overview={data} /> : <Skeleton />}
        </Suspense>
      )}
    </>
  );
}

/** The quick start, with a link to the DNS records while the domain is unverified. */
function Start({ overview }: { readonly overview: TrxOverview }) {
  const { t } = useTranslation();
  const [domain] = overview.domains;
  if (overview.domainVerified || !domain) return <QuickStart overview={overview} />;
  return (
    <Stack gap="md">
      <Notice kind="info">
        {t("transactional.start.sandbox.pending", { name: domain.name })}{" "}
        <Link to={`/domain/${domain.domainId}`}>{t("transactional.start.sandbox.records")}</Link>
      </Notice>
      <QuickStart overview={overview} />
    </Stack>
  );
}

function Skeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      {[108, 320].map((height) => (
        <Card key={height} isFlush height={height} />
      ))}
    </Stack>
  );
}
