import { Box, Flex, Group, Stack, Text } from "@mantine/core";
import { IconArrowDown, IconPencil } from "@tabler/icons-react";
import { Fragment } from "react";
import { Link } from "react-router";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import classes from "./funnel.module.css";
import type { StageMetrics } from "./funnel-data";
import { stageAddress } from "./stage-address";
import { NO_STAGE, type Stage } from "./stages";

interface Props {
  readonly stages: readonly StageMetrics[];
  /** Number of contacts in no stage. */
  readonly outside: number;
  readonly nameOf: (stage: string) => string;
  readonly canRename: boolean;
  readonly onRename: (stage: Stage) => void;
}

/** Current number of contacts per stage, linked to their list. Between two stages, the number that moved on. */
export function StageBars({ stages, outside, nameOf, canRename, onRename }: Props) {
  const { t } = useTranslation();
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const inside = stages.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack component="ol" gap={4}>
      {stages.map(({ stage, count, entered, converted }, index) => (
        <Fragment key={stage}>
          <li className={classes.row}>
            <span className={classes.name}>
              <Link to={stageAddress(stage)}>
                <bdi>{nameOf(stage)}</bdi>
              </Link>
              {canRename ? (
                <IconButton
                  className={classes.pencil ?? ""}
                  size="row"
                  label={t("words.renameName", { name: nameOf(stage) })}
                  onClick={() => onRename(stage)}
                >
                  <IconPencil size={14} stroke={1.7} aria-hidden="true" />
                </IconButton>
              ) : null}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ inlineSize: `${(count / most) * 100}%` }} />
            </span>
            <Flex component="span" gap="xs" align="baseline" justify="flex-end" className="figures">
              <Box component="strong" fw={500}>
                {formatInteger(count)}
              </Box>
              <Text component="small" size="xs" miw={52} c="dimmed" ta="end">
                {formatPercentageOf(count, inside)}
              </Text>
            </Flex>
          </li>
          {index < stages.length - 1 ? (
            <Group component="li" gap={6} wrap="nowrap" fz="xs" lh="sm" ps={2} c="dimmed" className="figures">
              <IconArrowDown size={13} stroke={1.7} aria-hidden="true" />
              {entered > 0 ? (
                <span>
                  {t("funnel.wentOn", { share: formatPercentageOf(converted, entered), total: formatInteger(entered) })}
                </span>
              ) : (
                <span>{t("funnel.nobodyCame")}</span>
              )}
            </Group>
          ) : null}
        </Fragment>
      ))}
      <li className={classes.outside}>
        <Link to={stageAddress(NO_STAGE)}>{t("funnel.stages.none")}</Link>
        <span>{formatInteger(outside)}</span>
      </li>
    </Stack>
  );
}
