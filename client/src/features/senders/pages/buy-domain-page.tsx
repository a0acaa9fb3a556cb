import { Box, Button, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { PageHead } from "@/ui/components/page-head";
import { ListSearch } from "@/ui/table/list-search";
import { toast } from "@/ui/toasts";
import {
  type DomainAvailability,
  type DomainOrder,
  useAvailability,
  useDomainOrders,
  useDomainPackets,
  useDomainSuggestions,
} from "../buying-data";
import { AvailableDomains } from "../components/available-domains";
import { DomainOrders } from "../components/domain-orders";
import { DomainsIllustration } from "../components/domains-illustration";

const OrderDialog = lazy(async () => ({ default: (await import("../components/order-dialog")).OrderDialog }));

const LIST_PATH = "/senders/domains";

/** Buys a domain: search, order, payment and published DNS records. */
export function BuyDomainPage() {
  const { t } = useTranslation();
  const packets = useDomainPackets();
  const orders = useDomainOrders();
  return (
    <>
      <PageHead
        title={t("senders.buy.title")}
        crumbs={[
          { label: t("words.marketing") },
          { label: t("terms.emailSenders"), to: "/senders" },
          { label: t("terms.domains"), to: LIST_PATH },
        ]}
      />
      {packets.isLoadingError ? (
        <LoadFailed failure={packets.error} onRetry={() => void packets.refetch()} />
      ) : orders.isLoadingError ? (
        <LoadFailed failure={orders.error} onRetry={() => void orders.refetch()} />
      ) : !packets.data || !orders.data ? (
        <Box
          bdrs="lg"
          h={160}
          bd="1px solid var(--line)"
          bg="var(--sunken)"
          role="status"
          aria-label={t("terms.loadingDomains")}
        />
      ) : packets.data.items.length === 0 ? (
        <EmptyState
          drawing={<DomainsIllustration />}
          title={t("senders.buy.closedTitle")}
          text={t("senders.buy.closedText")}
          action={
            <Button component={Link} to={LIST_PATH}>
              {t("senders.buy.toDomains")}
            </Button>
          }
        />
      ) : (
        <Shop orders={orders.data.items} isSandbox={packets.data.sandbox} />
      )}
    </>
  );
}

function Shop({ orders, isSandbox }: { readonly orders: readonly DomainOrder[]; readonly isSandbox: boolean }) {
  const { t } = useTranslation();
  const canBuy = useMe()?.permissions.includes("domain.buy") ?? false;
  const [params, setParams] = useSearchParams();
  const name = params.get("name") ?? "";
  const found = useAvailability(name);
  const similar = useDomainSuggestions(name, true);
  const [chosen, choose] = useState<DomainAvailability>();
  const ordered = new Set(orders.map((order) => order.name));
  const failure = isFailure(found.error) ? found.error : undefined;
  const shown = name && !failure ? (found.data?.items ?? []) : [];
  const others = (similar.data?.items ?? []).filter((offer) => !shown.some((each) => each.name === offer.name));
  const onOrder = canBuy ? choose : undefined;

  return (
    <Stack gap="md" maw={880}>
      {isSandbox ? <Notice kind="info">{t("senders.buy.sandbox")}</Notice> : null}
      {canBuy ? null : <Notice kind="info">{t("senders.buy.lookOnly")}</Notice>}
      {orders.length > 0 ? (
        <Card title={t("senders.buy.orders")} isFlush>
          <DomainOrders orders={orders} isSandbox={isSandbox} canBuy={canBuy} />
        </Card>
      ) : null}
      <ListSearch
        label={t("senders.buy.search")}
        value={name}
        onSearch={(text) => setParams(text ? { name: text } : {}, { replace: true })}
      />
      {name && failure ? (
        <Notice kind="bad">{findFieldFailure(failure, t)?.text ?? describeFailure(failure, t)}</Notice>
      ) : null}
      {shown.length > 0 ? (
        <Card title={t("terms.name", { name })} isFlush>
          <AvailableDomains
            label={t("terms.name", { name })}
            offers={shown}
            ordered={ordered}
            {...(onOrder ? { onOrder } : {})}
          />
        </Card>
      ) : null}
      <Card title={t("senders.buy.suggestions")} isFlush>
        {others.length > 0 ? (
          <AvailableDomains
            label={t("senders.buy.suggestions")}
            offers={others}
            ordered={ordered}
            {...(onOrder ? { onOrder } : {})}
          />
        ) : (
          <Text size="sm" py="sm" px="md" c="var(--text2)">
            {similar.isPending
              ? t("terms.loadingDomains")
              : t(similar.isError ? "senders.buy.noAnswer" : "senders.buy.noSuggestion")}
          </Text>
        )}
      </Card>
      <Suspense fallback={null}>
        {chosen ? (
          <OrderDialog
            offer={chosen}
            onClose={() => choose(undefined)}
            onDone={() => {
              toast("success", t("senders.buy.done", { name: chosen.name }));
              choose(undefined);
            }}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}
