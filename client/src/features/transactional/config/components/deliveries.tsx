import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useCan } from "@/features/session/public";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { useAddressParams } from "@/lib/use-address-params";
import { EmptyState } from "@/ui/components/empty-state";
import { RelativeTime } from "@/ui/components/relative-time";
import { Segmented } from "@/ui/components/segmented";
import type { DataColumn } from "@/ui/table/columns";
import { NameCell } from "@/ui/table/name-cell";
import { PagedTable } from "@/ui/table/paged-table";
import { useList } from "@/ui/table/use-list";
import type { Delivery, DeliveryState as State, WebhookDetail } from "../shapes";
import { useDeliveries } from "../webhooks-data";
import { ConfigIllustration } from "./config-illustration";
import { DeliveryState, useDescribeOutcome } from "./webhook-state";

const DeliverySheet = lazy(async () => ({ default: (await import("./delivery-sheet")).DeliverySheet }));
const ReplayDialog = lazy(async () => ({ default: (await import("./replay-dialog")).ReplayDialog }));

const STATE_FILTERS = ["all", "delivered", "waiting", "failed", "held"] as const;
type StateFilter = (typeof STATE_FILTERS)[number];
const DELIVERY_PARAM = "delivery";

function parseDeliveryState(shown: string | undefined): State | undefined {
  const found = STATE_FILTERS.find((each) => each === shown);
  return found && found !== "all" ? found : undefined;
}

/** Past and pending deliveries of an endpoint. The URL names the one that is open in the side sheet. */
export function Deliveries({ webhook }: { readonly webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const list = useList("webhook-deliveries", { defaultSort: "-id", sorts: ["id"], filterName: "state" });
  const state = parseDeliveryState(list.address.filter);
  const page = useDeliveries(webhook.id, list.address.page, list.address.size, state);
  const [params, setParams] = useAddressParams();
  const [isReplaying, setReplaying] = useState(false);
  const canEdit = useCan()("transactional.edit");
  const words = useDescribeOutcome();
  const opened = Number(params.get(DELIVERY_PARAM)) || undefined;
  const open = (id: number | undefined): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id) next.set(DELIVERY_PARAM, String(id));
      else next.delete(DELIVERY_PARAM);
      return next;
    });
  const eventWords = ({ type, recipient }: Delivery): string =>
    [t(toTextKey(`transactional.config.types.${type}`)), ...(recipient ? [recipient] : [])].join(" · ");
  const columns: readonly DataColumn<Delivery>[] = [
    {
      id: "event",
      header: t("transactional.config.deliveries.event"),
      width: 240,
      least: 150,
      isFixed: true,
      text: eventWords,
      cell: (delivery) => (
        <NameCell>
          <Anchor component="button" type="button" onClick={() => open(delivery.id)}>
            {eventWords(delivery)}
          </Anchor>
        </NameCell>
      ),
    },
    {
      id: "state",
      header: t("words.status"),
      width: 150,
      cell: (delivery) => <DeliveryState delivery={delivery} />,
    },
    {
      id: "answer",
      header: t("transactional.config.deliveries.answer"),
      width: 200,
      least: 120,
      isSecondary: true,
      text: (delivery) => words(delivery),
      cell: (delivery) => words(delivery),
    },
    {
      id: "tries",
      header: t("transactional.config.deliveries.tries"),
      width: 80,
      align: "end",
      isSecondary: true,
      cell: ({ tries }) => tries,
    },
    {
      id: "createdAt",
      header: t("transactional.config.deliveries.when"),
      width: 140,
      align: "end",
      isSecondary: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <Stack component="section" gap="md" aria-label={t("transactional.config.deliveries.title")}>
      <Group gap="sm" justify="space-between">
        <Text component="h2" fz="md" lh="md" fw={600}>
          {t("transactional.config.deliveries.title")}
        </Text>
        <Group gap="xs">
          <Segmented<StateFilter>
            label={t("transactional.config.deliveries.which")}
            value={state && STATE_FILTERS.includes(state as StateFilter) ? (state as StateFilter) : "all"}
            options={STATE_FILTERS.map((value) => ({
              value,
              label: t(`transactional.config.deliveries.shown.${value}`),
            }))}
            onChange={(value) => list.change({ filter: value === "all" ? undefined : value })}
          />
          {canEdit && webhook.active ? (
            <Button
              leftSection={<IconHistory size={16} stroke={1.7} aria-hidden="true" />}
              onClick={() => setReplaying(true)}
            >
              {t("transactional.config.deliveries.replay")}
            </Button>
          ) : null}
        </Group>
      </Group>
      <PagedTable<Delivery>
        label={t("transactional.config.deliveries.title")}
        columns={columns}
        answer={page}
        address={list.address}
        onChange={list.change}
        rowId={({ id }) => String(id)}
        rowName={eventWords}
        empty={
          <EmptyState
            drawing={<ConfigIllustration noun="webhook" />}
            title={t(`transactional.config.deliveries.${state ? "noneSuch" : "none"}`)}
            text={t("transactional.config.deliveries.noneHelp")}
          />
        }
      />
      <Suspense fallback={null}>
        {opened ? <DeliverySheet webhook={webhook} deliveryId={opened} onClose={() => open(undefined)} /> : null}
        {isReplaying ? <ReplayDialog webhook={webhook} onClose={() => setReplaying(false)} /> : null}
      </Suspense>
    </Stack>
  );
}
