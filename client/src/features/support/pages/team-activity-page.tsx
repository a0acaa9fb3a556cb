import { Box, Button, Flex } from "@mantine/core";
import { useState } from "react";
import { getActivityKeys } from "@/features/activity/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { CardRow } from "@/ui/components/card-row";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { FrameSkeleton } from "../components/frame-skeleton";
import { ListIllustration } from "../components/list-illustration";
import { TeamFrame } from "../components/team-frame";
import { useTeamActivity } from "../support-data";

const PAGE_SIZE = 20;
/** The server returns at most this many entries. */
const MAX_ENTRIES = 200;

/** Live activity of a team's members; never the text that they write. */
export function TeamActivityPage() {
  return <TeamFrame>{({ companyId }) => <TeamActivity id={companyId} />}</TeamFrame>;
}

function TeamActivity({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const [size, setSize] = useState(PAGE_SIZE);
  const activity = useTeamActivity(id, size);
  if (activity.isPending) return <FrameSkeleton />;
  if (activity.isLoadingError || !activity.data) {
    return <LoadFailed failure={activity.error} onRetry={() => void activity.refetch()} />;
  }
  const { items, total } = activity.data;
  if (items.length === 0) {
    return (
      <EmptyState drawing={<ListIllustration />} title={t("support.noActivity")} text={t("support.noActivityHelp")} />
    );
  }
  return (
    <Card isFlush>
      <Box component="ol" m={0} p={0}>
        {items.map((item) => {
          const keys = getActivityKeys(item);
          const words = { fullname: item.fullname || t("terms.system"), name: item.name };
          return (
            <CardRow component="li" key={item.id}>
              <span>
                {keys ? t(keys.sentence, { ...words, reference: t(keys.noun) }).trim() : t("activity.unprocessed")}
              </span>
              <RelativeTime at={item.createdAt} />
            </CardRow>
          );
        })}
      </Box>
      {items.length < Math.min(total, MAX_ENTRIES) ? (
        <Flex justify="center" p="sm">
          <Button
            loading={activity.isPlaceholderData}
            onClick={() => setSize((before) => Math.min(MAX_ENTRIES, before + PAGE_SIZE))}
          >
            {t("words.loadMore")}
          </Button>
        </Flex>
      ) : null}
    </Card>
  );
}
