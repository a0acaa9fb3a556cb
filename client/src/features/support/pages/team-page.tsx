import { Stack, Text } from "@mantine/core";
import { formatDateTime } from "@/lib/dates";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { Columns } from "@/ui/components/columns";
import { DescriptionList } from "@/ui/components/description-list";
import { MembersTable } from "../components/members-table";
import { QuotaMeters } from "../components/quota-meters";
import { TeamFrame } from "../components/team-frame";
import type { TeamDetail } from "../support-data";

/** Details of a team, its usage of the plan, and its members. */
export function TeamPage() {
  return (
    <TeamFrame>
      {(team) => (
        <Stack gap="md">
          <Columns count={2} minWidth={340} isUneven>
            <TeamFacts team={team} />
            <TeamQuota team={team} />
          </Columns>
          <TeamMembers id={team.companyId} />
        </Stack>
      )}
    </TeamFrame>
  );
}

function TeamFacts({ team }: { readonly team: TeamDetail }) {
  const { t } = useTranslation();
  const facts: readonly (readonly [string, string])[] = [
    [t("support.id"), team.companyId],
    [t("support.slug"), team.slug],
    [t("terms.registered"), formatDateTime(team.createdAt)],
    ...(team.suspendedAt ? [[t("support.suspendedSince"), formatDateTime(team.suspendedAt)] as const] : []),
    ...(team.sendingPausedAt ? [[t("support.sendingPausedSince"), formatDateTime(team.sendingPausedAt)] as const] : []),
    ...(team.lockedAt ? [[t("support.lockedSince"), formatDateTime(team.lockedAt)] as const] : []),
    [t("words.timeZone"), team.timezone],
    [t("terms.multipleSignIns"), t(toTextKey(`support.multiLogins.${team.multiLogin}`))],
    [t("terms.twoFactorSignIn"), t(team.enable2FA ? "support.twoFactors.team" : "support.twoFactors.none")],
  ];
  return (
    <Card title={t("support.about")}>
      <DescriptionList>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </DescriptionList>
    </Card>
  );
}

function TeamMembers({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <section>
      <Text component="h2" mt="xs" mb="sm" fw={500}>
        {t("terms.members")}
      </Text>
      <MembersTable teamId={id} />
    </section>
  );
}

function TeamQuota({ team }: { readonly team: TeamDetail }) {
  const { t } = useTranslation();
  return (
    <Card title={t("support.quotaTitle")}>
      {team.quota.length > 0 ? <QuotaMeters quota={team.quota} /> : <p>{t("support.noQuota")}</p>}
    </Card>
  );
}
