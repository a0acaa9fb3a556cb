import { Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { DescriptionList } from "@/ui/components/description-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { SwitchRow } from "@/ui/components/switch-row";
import { type MembershipChange, useFollow, useFollowing } from "../following-data";
import classes from "./follow-card.module.css";

interface Props {
  readonly segmentId: number;
}

/** Contacts that entered or left a followed segment. */
export function FollowCard({ segmentId }: Props) {
  const { t } = useTranslation();
  const { data, refetch, ...query } = useFollowing(segmentId);
  const error: unknown = query.error;
  const follow = useFollow(segmentId);
  const isOn = follow.isPending ? follow.variables : (data?.followed ?? false);
  if (error && !data) return <LoadFailed failure={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <Card title={t("segments.moves")} isFlush>
      <SwitchRow label={t("segments.follow")} isOn={isOn} onChange={(next) => follow.mutate(next)}>
        {t("segments.followHelp")}
      </SwitchRow>
      <div className={classes.all}>
        <FailureNotice error={follow.error} />
        {isOn && data.followed ? (
          <>
            <DescriptionList layout="figures" aria-live="polite">
              <div>
                <dt>{t("terms.entered")}</dt>
                <dd>{formatInteger(data.entered ?? 0)}</dd>
              </div>
              <div>
                <dt>{t("segments.movesOut")}</dt>
                <dd>{formatInteger(data.left ?? 0)}</dd>
              </div>
            </DescriptionList>
            {data.since ? (
              <Text size="xs" c="var(--text2)">
                {t("segments.since", { date: formatDateTime(data.since) })}
              </Text>
            ) : null}
            <MembershipChangeList
              title={t("segments.newestIn")}
              none={t("segments.nobodyIn")}
              people={data.newestIn ?? []}
            />
            <MembershipChangeList
              title={t("segments.newestOut")}
              none={t("segments.nobodyOut")}
              people={data.newestOut ?? []}
            />
          </>
        ) : null}
      </div>
    </Card>
  );
}

interface MembershipChangeListProps {
  readonly title: string;
  readonly none: string;
  readonly people: readonly MembershipChange[];
}

function MembershipChangeList({ title, none, people }: MembershipChangeListProps) {
  const { t } = useTranslation();
  return (
    <section>
      <Text component="h3" size="sm" lh="md" mb={4} fw={500}>
        {title}
      </Text>
      {people.length === 0 ? (
        <Text size="xs" c="var(--text2)">
          {none}
        </Text>
      ) : (
        <Stack component="ul" gap={0}>
          {people.map(({ key, contactId, fullname, email, at }) => (
            <Group component="li" key={key} gap="xs" justify="space-between" wrap="nowrap" mih={32} fz="sm">
              {contactId === null ? (
                <Text span inherit truncate c="var(--text2)">
                  {t("segments.deletedContact")}
                </Text>
              ) : (
                <Text component={Link} inherit truncate to={`/contacts/${contactId}`}>
                  <bdi>{fullname || email}</bdi>
                </Text>
              )}
              <Text span size="xs" flex="none" c="var(--text2)">
                <RelativeTime at={at} />
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </section>
  );
}
