import { Box, Group, Text } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Avatar } from "@/ui/components/avatar";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { StatusDot } from "@/ui/components/status-dot";
import type { DataColumn } from "@/ui/table/columns";
import type { ListAddress } from "@/ui/table/list-address";
import { NameCell } from "@/ui/table/name-cell";
import type { OperatorAction } from "../operator-actions";
import { screenName } from "../screen-name";
import { type BrowserScreen, type LiveSession, useSessionPresence } from "../support-data";
import { ActionSheet } from "./action-sheet-slot";
import { AdminList } from "./admin-list";

/** Width in pixels of the avatar before a name. */
const AVATAR_PX = 32;

interface Props {
  /** Sessions of a team show their users, sessions of a user their teams. */
  readonly of: "team" | "person";
  readonly answer: Parameters<typeof AdminList<LiveSession>>[0]["answer"];
  readonly address: ListAddress;
  readonly onChange: (change: Partial<ListAddress>) => void;
}

/** Live sessions, updated as they appear, change screens and end. */
export function SessionsTable({ of, answer, address, onChange }: Props) {
  const { t } = useTranslation();
  const [act, setAct] = useState<OperatorAction>();
  const shown = useSessionPresence();
  const rows = answer.data?.items ?? [];
  const connected = rows.filter(({ sessionId }) => shown?.has(sessionId)).length;

  const columns = useMemo<readonly DataColumn<LiveSession>[]>(() => {
    const whose: DataColumn<LiveSession> =
      of === "team"
        ? {
            id: "person",
            header: t("terms.user"),
            width: 180,
            least: 140,
            isFixed: true,
            text: ({ fullname }) => fullname,
            decoration: AVATAR_PX,
            cell: (session) => <SessionUser session={session} />,
          }
        : {
            id: "team",
            header: t("words.team"),
            width: 190,
            least: 140,
            isFixed: true,
            text: ({ company }) => company,
            cell: ({ companyId, company }) => <Link to={`/admin/teams/${companyId}`}>{company}</Link>,
          };
    const place: readonly DataColumn<LiveSession>[] = [
      {
        id: "device",
        header: t("terms.browser"),
        width: 200,
        cell: ({ device, kind, current }) => (
          <NameCell>
            <span>{device || t("support.unknownDevice")}</span>
            {current ? <StateBadge kind="vendor">{t("support.thisOne")}</StateBadge> : null}
            {kind === "normal" ? null : <StateBadge kind="plain">{t(toTextKey(`support.kinds.${kind}`))}</StateBadge>}
          </NameCell>
        ),
      },
      {
        id: "address",
        header: t("support.address"),
        width: 120,
        cell: ({ address: place }) => (
          <Text span size="xs" ff="monospace">
            {place ?? t("support.unknownAddress")}
          </Text>
        ),
      },
    ];
    const times: readonly DataColumn<LiveSession>[] = [
      {
        id: "lastSeenAt",
        header: t("support.lastSeen"),
        width: 110,
        isSortable: true,
        cell: (session) =>
          of === "team" ? (
            <LastSeen session={session} shown={shown?.get(session.sessionId)} />
          ) : (
            <RelativeTime at={session.lastSeenAt} />
          ),
      },
      {
        id: "createdAt",
        header: t("support.signedIn"),
        width: 100,
        align: "end",
        isSortable: true,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ];
    const looking: DataColumn<LiveSession> = {
      id: "screen",
      header: t("support.lookingAt"),
      width: 140,
      cell: ({ sessionId }) => {
        const screen = shown?.get(sessionId)?.screen;
        return screen ? screenName(screen, t) : t("support.notConnected");
      },
    };
    const email: DataColumn<LiveSession> = {
      id: "email",
      header: t("words.emailAddress"),
      width: 210,
      least: 160,
      text: ({ email: words }) => words,
      cell: ({ email: words }) => words,
    };
    return of === "team" ? [whose, email, ...place, looking, ...times] : [whose, ...place, ...times];
  }, [of, shown, t]);

  return (
    <>
      <AdminList<LiveSession>
        label={t("support.sessions")}
        {...(of === "team" ? { searchLabel: t("support.searchPeople") } : {})}
        after={
          of === "team" && answer.data ? (
            <ConnectedCount count={connected} of={answer.data.total} isKnown={shown !== undefined} />
          ) : undefined
        }
        columns={columns}
        answer={answer}
        address={address}
        onChange={onChange}
        rowId={({ sessionId }) => sessionId}
        rowName={({ fullname, device }) => `${fullname}, ${device}`}
        rowActions={(session) =>
          session.current
            ? []
            : [
                {
                  id: "end",
                  label: t("support.endOne"),
                  icon: IconLogout,
                  isDangerous: true,
                  onClick: () => setAct({ kind: "endSession", session }),
                },
              ]
        }
        empty={{ title: t("support.noSessions"), text: t("support.noSessionsHelp") }}
        isNarrowed={address.search !== ""}
        onClear={() => onChange({ search: "" })}
      />
      {act ? <ActionSheet act={act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}

function SessionUser({ session }: { readonly session: LiveSession }): ReactNode {
  return (
    <NameCell>
      <Avatar name={session.fullname} size={24} />
      <Link to={`/admin/users/${session.userId}`}>{session.fullname}</Link>
    </NameCell>
  );
}

/** Connected sessions are online now; for the others the last call counts. */
function LastSeen({
  session,
  shown,
}: {
  readonly session: LiveSession;
  readonly shown: BrowserScreen | undefined;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <StatusDot kind={shown ? "ok" : "off"}>
      {shown ? t("ui.justNow") : <RelativeTime at={session.lastSeenAt} />}
    </StatusDot>
  );
}

function ConnectedCount(props: { readonly count: number; readonly of: number; readonly isKnown: boolean }): ReactNode {
  const { t } = useTranslation();
  const total = { count: props.of, formatted: formatInteger(props.of) };
  if (!props.isKnown)
    return (
      <Group component="span" gap={6} fz="sm" c="var(--text2)">
        {t("support.signedInOnly", total)}
      </Group>
    );
  return (
    <Group component="span" gap={6} fz="sm" c="var(--text2)">
      <StatusDot kind="live">
        <Box component="b" c="var(--text)" fw={500}>
          {t("support.connected", { count: props.count, formatted: formatInteger(props.count) })}
        </Box>
      </StatusDot>
      {t("support.signedInTotal", total)}
    </Group>
  );
}
