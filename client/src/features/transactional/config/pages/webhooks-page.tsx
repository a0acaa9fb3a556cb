import { Box } from "@mantine/core";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { NameCell } from "@/ui/table/name-cell";
import { useList } from "@/ui/table/use-list";
import { ConfigList } from "../components/config-list";
import { LastTest, WebhookState } from "../components/webhook-state";
import { buildResourceQuery } from "../resource-queries";
import type { Webhook } from "../shapes";
import { useWebhooks } from "../webhooks-data";

export function WebhooksPage() {
  const { t } = useTranslation();
  const list = useList("webhooks", { defaultSort: "-createdAt", sorts: ["url", "createdAt"] });
  const page = useWebhooks(buildResourceQuery(list.address));
  const columns: readonly DataColumn<Webhook>[] = [
    {
      id: "url",
      header: t("words.name"),
      width: 320,
      least: 180,
      isFixed: true,
      isSortable: true,
      text: ({ url, description }) => description || url,
      cell: ({ id, url, description }) => (
        <NameCell>
          <Link to={`/webhook/${id}`}>{description || url}</Link>
        </NameCell>
      ),
    },
    {
      id: "address",
      header: t("transactional.config.webhook.url"),
      width: 300,
      least: 160,
      isSecondary: true,
      text: ({ url }) => url,
      cell: ({ url }) => (
        <Box component="code" fz="xs" ff="monospace" c="var(--text2)">
          {url}
        </Box>
      ),
    },
    {
      id: "state",
      header: t("words.status"),
      width: 150,
      least: 120,
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      id: "events",
      header: t("transactional.config.webhook.events"),
      width: 120,
      least: 110,
      isSecondary: true,
      cell: ({ events }) => t("transactional.config.webhook.eventsCount", { count: events.length }),
    },
    {
      id: "lastTest",
      header: t("transactional.config.webhook.lastTest"),
      width: 160,
      least: 110,
      isSecondary: true,
      cell: (webhook) => <LastTest webhook={webhook} />,
    },
    {
      id: "lastSuccess",
      header: t("transactional.config.webhook.lastSuccess"),
      width: 130,
      least: 110,
      align: "end",
      isSecondary: true,
      cell: ({ lastSuccessAt }) => (lastSuccessAt ? <RelativeTime at={lastSuccessAt} /> : t("terms.never")),
    },
  ];
  return (
    <ConfigList<Webhook>
      noun="webhook"
      list={list}
      page={page}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ url }) => url}
      add={{ to: "/webhook/create", permission: "transactional.edit" }}
    />
  );
}
