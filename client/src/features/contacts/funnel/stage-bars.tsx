import { IconArrowDown, IconPencil } from "@tabler/icons-react";
import { Fragment } from "react";
import { Link } from "react-router";
import { rate } from "@/lib/decimals";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import classes from "./funnel.module.css";
import type { StageFigures } from "./funnel-data";
import { stageAddress } from "./stage-address";
import { NONE, type Stage } from "./stages";

interface Props {
  readonly stages: readonly StageFigures[];
  /** Contacts in no stage. */
  readonly outside: number;
  readonly nameOf: (stage: string) => string;
  readonly mayRename: boolean;
  readonly onRename: (stage: Stage) => void;
}

/** Who is in which stage now, each a link to the contacts; between two stages, how many went on. */
export function StageBars({ stages, outside, nameOf, mayRename, onRename }: Props) {
  const { t } = useTranslation();
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const inside = stages.reduce((sum, { count }) => sum + count, 0);
  return (
    <ol className={classes.bars}>
      {stages.map(({ stage, count, entered, converted }, index) => (
        <Fragment key={stage}>
          <li className={classes.row}>
            <span className={classes.name}>
              <Link to={stageAddress(stage)}>
                <bdi>{nameOf(stage)}</bdi>
              </Link>
              {mayRename ? (
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
            <span className={classes.count}>
              <strong>{integer(count)}</strong>
              <small>{rate(count, inside)}</small>
            </span>
          </li>
          {index < stages.length - 1 ? (
            <li className={classes.between}>
              <IconArrowDown size={13} stroke={1.7} aria-hidden="true" />
              {entered > 0 ? (
                <span>{t("funnel.wentOn", { share: rate(converted, entered), total: integer(entered) })}</span>
              ) : (
                <span>{t("funnel.nobodyCame")}</span>
              )}
            </li>
          ) : null}
        </Fragment>
      ))}
      <li className={classes.outside}>
        <Link to={stageAddress(NONE)}>{t("funnel.stages.none")}</Link>
        <span>{integer(outside)}</span>
      </li>
    </ol>
  );
}
