import { Box, Stack } from "@mantine/core";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { CardRow } from "@/ui/components/card-row";
import { StateBadge } from "@/ui/components/state-badge";
import { useListAddress } from "@/ui/table/list-address";
import { NameCell } from "@/ui/table/name-cell";
import { SessionsTable } from "../components/sessions-table";
import { UserFrame } from "../components/user-frame";
import { roleName } from "../role-name";
import { SESSION_SORTS, type UserDetail, useUserSessions } from "../support-data";

/** A user's sessions and teams. */
export function UserPage() {
  return (
    <UserFrame>
      {(person) => (
        <Stack gap="md">
          <UserSessions id={person.userId} />
          <UserTeams memberships={person.memberships} />
        </Stack>
      )}
    </UserFrame>
  );
}

function UserSessions({ id }: { readonly id: string }) {
  const [address, change] = useListAddress({ defaultSort: "-lastSeenAt", sorts: SESSION_SORTS, size: 25 });
  const sessions = useUserSessions(id, address);
  return (
    <div>
      <SessionsTable of="person" answer={sessions} address={address} onChange={change} />
    </div>
  );
}

function UserTeams({ memberships }: Pick<UserDetail, "memberships">) {
  const { t } = useTranslation();
  return (
    <Card title={t("words.teams")} isFlush={memberships.length > 0}>
      {memberships.length === 0 ? <p>{t("support.inNoTeam")}</p> : null}
      <Box component="ul" m={0} p={0}>
        {memberships.map(({ companyId, name, role, owner, active, default: isDefault, suspend }) => (
          <CardRow component="li" key={companyId}>
            <Link to={`/admin/teams/${companyId}`}>{name}</Link>
            <NameCell>
              {roleName(role, t)}
              {owner ? <StateBadge kind="plain">{t("support.owner")}</StateBadge> : null}
              {isDefault ? <StateBadge kind="plain">{t("terms.default")}</StateBadge> : null}
              {active ? null : <StateBadge kind="warn">{t("support.inactive")}</StateBadge>}
              {suspend ? <StateBadge kind="bad">{t("support.states.suspended")}</StateBadge> : null}
            </NameCell>
          </CardRow>
        ))}
      </Box>
    </Card>
  );
}
