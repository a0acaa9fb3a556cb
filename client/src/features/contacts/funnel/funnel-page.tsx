import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useCan } from "@/features/session/public";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger, getRemaining } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageBody } from "@/ui/components/page-body";
import { Segmented } from "@/ui/components/segmented";
import { ContactsFrame } from "../components/contacts-frame";
import { type Funnel, useFunnel } from "./funnel-data";
import { FunnelIllustration } from "./funnel-illustration";
import { RenameDialog } from "./rename-dialog";
import { StageBars } from "./stage-bars";
import { StageChangesTable } from "./stage-changes-table";
import type { Stage } from "./stages";

const PERIODS = ["7", "30", "90", "365"] as const;
type Period = (typeof PERIODS)[number];
const DEFAULT_PERIOD: Period = "30";

function isBare({ stages }: Funnel): boolean {
  return stages.every(({ count, came, movedOn, movedBack, left }) => count + came + movedOn + movedBack + left === 0);
}

/** Stages of the contacts, and the transitions between them. */
export function FunnelPage() {
  const { t } = useTranslation();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const period = PERIODS.find((days) => days === params.get("days")) ?? DEFAULT_PERIOD;
  const { data, error, refetch, isPlaceholderData } = useFunnel(Number(period));
  const retry = () => void refetch();
  const [renamed, setRenamed] = useState<Stage>();
  const ownNames = new Map(data?.stages.map(({ stage, name }) => [stage, name ?? ""]));
  const nameOf = (stage: string) => ownNames.get(stage as Stage) || t(toTextKey(`funnel.stages.${stage}`));
  const inside = data?.stages.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const outside = getRemaining(data?.contacts ?? 0, inside);

  return (
    <ContactsFrame
      state={
        data && [
          t("funnel.state", {
            inside: formatInteger(inside),
            share: formatPercentageOf(inside, data.contacts),
            total: formatInteger(data.contacts),
          }),
        ]
      }
      isFailed={error !== null}
      actions={
        <Segmented<Period>
          label={t("terms.period")}
          value={period}
          options={PERIODS.map((value) => ({ value, label: t(`funnel.periods.${value}`) }))}
          onChange={(days) =>
            setParams(days === DEFAULT_PERIOD ? {} : { days }, { replace: true, preventScrollReset: true })
          }
        />
      }
    >
      {error && !data ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {data && isBare(data) ? (
        <EmptyState
          drawing={<FunnelIllustration />}
          title={t("funnel.emptyTitle")}
          text={t("funnel.emptyText")}
          action={
            <Button component={Link} to="/contacts">
              {t("funnel.emptyAction")}
            </Button>
          }
        />
      ) : null}
      {data && !isBare(data) ? (
        <PageBody isStale={isPlaceholderData}>
          <Card title={t("funnel.now")}>
            <StageBars
              stages={data.stages}
              outside={outside}
              nameOf={nameOf}
              canRename={can("contact.field")}
              onRename={setRenamed}
            />
          </Card>
          <Card title={t("funnel.movesIn", { period: t(`funnel.periods.${period}`).toLocaleLowerCase() })} isFlush>
            <StageChangesTable stages={data.stages} nameOf={nameOf} />
            <Text size="xs" lh="sm" py="sm" px="md" c="dimmed" style={{ borderBlockStart: "1px solid var(--line)" }}>
              {t("funnel.note")}
            </Text>
          </Card>
        </PageBody>
      ) : null}
      {renamed ? (
        <RenameDialog stage={renamed} name={ownNames.get(renamed) ?? ""} onClose={() => setRenamed(undefined)} />
      ) : null}
    </ContactsFrame>
  );
}
