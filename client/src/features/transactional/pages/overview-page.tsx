import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { refreshEvents } from "../events/events-data";
import classes from "../overview/overview.module.css";
import { OVERVIEW_KEY, useOverview } from "../overview-data";
import { usePulse } from "../pulse";
import { useOnPulse } from "../use-on-pulse";

const QuickStart = lazy(async () => ({ default: (await import("../overview/quick-start")).QuickStart }));
const Today = lazy(async () => ({ default: (await import("../overview/today")).Today }));

/** Home of the transactional area: how to begin, then what goes on (SHELL-09). */
export function OverviewPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const overview = useOverview();
  const { data } = overview;
  const { revision } = usePulse(() => void client.invalidateQueries({ queryKey: OVERVIEW_KEY }));
  const [isAsked, setAsked] = useState(false);
  // Who is at the first steps stays at them when the first message comes: the line that waited says so.
  const [hasBegun, setBegun] = useState<boolean>();
  if (data && hasBegun === undefined) setBegun(data.firstMessage !== null);
  const isStart = isAsked || hasBegun === false;

  useOnPulse(revision, 0, () => {
    void client.invalidateQueries({ queryKey: OVERVIEW_KEY });
    refreshEvents(client);
  });

  return (
    <>
      <PageHead
        title={t("trxMenu.overview")}
        crumbs={[{ label: t("shell.groups.transactional") }, { label: t("trxMenu.overview") }]}
        state={t(isStart ? "transactional.start.intro" : "transactional.overview.intro")}
        actions={
          data?.firstMessage ? (
            <Button
              onClick={() => {
                setAsked(!isStart);
                setBegun(true);
              }}
            >
              {t(isStart ? "transactional.overview.toNumbers" : "transactional.overview.toStart")}
            </Button>
          ) : undefined
        }
      />
      {overview.isLoadingError ? (
        <LoadFailed failure={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <Suspense fallback={<Bones />}>
          {data ? isStart ? <QuickStart overview={data} /> : <Today overview={data} /> : <Bones />}
        </Suspense>
      )}
    </>
  );
}

function Bones() {
  return (
    <div className={classes.page} aria-hidden="true">
      {[108, 320].map((height) => (
        <div key={height} className={classes.figures} style={{ blockSize: height }} />
      ))}
    </div>
  );
}
