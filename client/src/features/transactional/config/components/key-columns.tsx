import { Box } from "@mantine/core";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { DataColumn } from "@/ui/table/columns";
import { NameCell } from "@/ui/table/name-cell";
import type { ApiKey } from "../shapes";
import { KeyState } from "./key-state";

/** Width of a sandbox key's badge. */
const BADGE_PX = 76;

/** Columns of a key list. */
export function useKeyColumns(): readonly DataColumn<ApiKey>[] {
  const { t } = useTranslation();
  const scopeWords = ({ scopes }: ApiKey): string =>
    scopes.map((scope) => t(`transactional.config.apikey.scopeNames.${scope}`)).join(", ");
  return [
    {
      id: "name",
      header: t("words.name"),
      width: 220,
      least: 140,
      isFixed: true,
      isSortable: true,
      text: ({ name }) => name,
      decoration: BADGE_PX,
      cell: ({ id, name, sandbox }) => (
        <NameCell>
          <Link to={`/apikey/${id}`}>{name}</Link>
          {sandbox ? <StateBadge kind="info">{t("transactional.config.apikey.sandbox")}</StateBadge> : null}
        </NameCell>
      ),
    },
    {
      id: "prefix",
      header: t("transactional.config.apikey.prefix"),
      width: 180,
      isSecondary: true,
      cell: ({ prefix }) => (
        <Box component="code" fz="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {prefix}…
        </Box>
      ),
    },
    {
      id: "state",
      header: t("words.status"),
      width: 180,
      least: 130,
      cell: (apiKey) => <KeyState apiKey={apiKey} />,
    },
    {
      id: "scopes",
      header: t("transactional.config.apikey.scopes"),
      width: 200,
      least: 120,
      isSecondary: true,
      text: scopeWords,
      cell: scopeWords,
    },
    {
      id: "lastUsedAt",
      header: t("transactional.config.apikey.lastUsed"),
      width: 140,
      align: "end",
      isSecondary: true,
      isSortable: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t("terms.never")),
    },
  ];
}
