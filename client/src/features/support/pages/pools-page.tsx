import { Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { FrameSkeleton } from "../components/frame-skeleton";
import { ListIllustration } from "../components/list-illustration";
import { PoolCard } from "../components/pool-card";
import { type PoolAction, PoolSheet } from "../components/pool-sheet-slot";
import { RelayFacts } from "../components/relay-facts";
import { SlowedDestinationsList } from "../components/slowed-destinations-list";
import { DEFAULT_RELAY, usePools } from "../pools-data";

/** The installation's sending pools and the status of their relays. */
export function PoolsPage() {
  const { t } = useTranslation();
  const pools = usePools();
  const [asked, ask] = useState<PoolAction>();
  const add = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => ask({ kind: "addPool" })}
    >
      {t("support.pools.addPool")}
    </Button>
  );

  return (
    <>
      <PageHead
        title={t("words.poolsAndRelays")}
        state={t("support.pools.state")}
        crumbs={[{ label: t("words.supportConsole") }, { label: t("words.poolsAndRelays") }]}
        actions={pools.data && pools.data.pools.length > 0 ? add : undefined}
      />
      {pools.data ? (
        <Stack gap="md">
          {pools.data.pools.length === 0 ? (
            <EmptyState
              drawing={<ListIllustration />}
              title={t("support.pools.noPools")}
              text={t("support.pools.noPoolsHelp")}
              action={add}
            />
          ) : null}
          {pools.data.pools.map((pool) => (
            <PoolCard key={pool.poolId} pool={pool} onAsk={ask} />
          ))}
          <Card title={t("support.pools.default")}>
            <Text size="sm" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
              {t("support.pools.defaultHelp")}
            </Text>
            <RelayFacts
              name={`${pools.data.defaultHost}:${pools.data.defaultPort}`}
              live={pools.data.defaultLive}
              action={
                <Button size="sm" onClick={() => ask({ kind: "try", relayId: DEFAULT_RELAY })}>
                  {t("support.pools.tryRelay")}
                </Button>
              }
            />
            <SlowedDestinationsList slowed={pools.data.defaultSlowed} />
          </Card>
        </Stack>
      ) : pools.isLoadingError ? (
        <LoadFailed failure={pools.error} onRetry={() => void pools.refetch()} />
      ) : (
        <FrameSkeleton />
      )}
      {asked && pools.data ? <PoolSheet asked={asked} plans={pools.data.plans} onClose={() => ask(undefined)} /> : null}
    </>
  );
}
