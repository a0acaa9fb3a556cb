import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { Advice } from "../advice-data";
import { buildAdvicePath, buildTextValues, formatValue, getBase, isBetter } from "../advice-display";
import classes from "./advice-list.module.css";

interface Props {
  readonly advice: Advice;
  readonly canDecide: boolean;
  readonly canDismiss: boolean;
  /** Whether the list is already on the subject's own screen; then the row has no link. */
  readonly isHere: boolean;
  readonly onFollow?: () => void;
  readonly onDismiss?: () => void;
  /** Undoes following or dismissing the advice. */
  readonly onUndo?: () => void;
}

const KINDS: Readonly<Record<Advice["level"], StatusKind>> = { bad: "bad", warning: "warn", hint: "info" };

/** One problem with its current value, its target, the suggested action and the result. */
export function AdviceRow({ advice, canDecide, canDismiss, isHere, onFollow, onDismiss, onUndo }: Props) {
  const { t } = useTranslation();
  const { rule, level, state, unit, act, asked, before, after } = advice;
  const place = isHere ? undefined : buildAdvicePath(advice);
  const words = buildTextValues(advice);
  const better = isBetter(advice);
  const base = getBase(rule);
  const title = t(toTextKey(`advice.rules.${rule}.title`), words);
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.words}>
        <div className={classes.line}>
          <StatusDot kind={state === "open" ? KINDS[level] : "off"}>
            {t(state === "open" ? `advice.levels.${level}` : `advice.states.${state}`)}
          </StatusDot>
          <b>{place ? <Link to={place}>{title}</Link> : title}</b>
        </div>
        {state === "followed" && before ? (
          <p className={classes.then} data-better={better}>
            <span>
              {t("advice.before")} <b>{formatValue(unit, before.value)}</b>
            </span>
            <span aria-hidden="true">→</span>
            <span>
              {t("advice.after")} <b>{after ? formatValue(unit, after.value) : t("advice.notYet")}</b>
              {after && base ? ` ${t(`advice.of.${base}`, { base: formatInteger(after.base) })}` : null}
            </span>
            <span>
              {t("advice.asked")} <b>{formatValue(unit, asked)}</b>
            </span>
          </p>
        ) : (
          <p>{t(toTextKey(`advice.rules.${rule}.found`), words)}</p>
        )}
        {state === "open" ? <p className={classes.todo}>{t(toTextKey(`advice.rules.${rule}.todo`), words)}</p> : null}
        {state !== "open" && advice.decidedAt ? (
          <p className={classes.by}>
            {advice.decidedBy} · <RelativeTime at={advice.decidedAt} />
          </p>
        ) : null}
      </div>
      <div className={classes.acts}>
        {onFollow && canDecide ? (
          <button
            type="button"
            className={classes.main}
            aria-label={`${t(act ? toTextKey(`advice.acts.${act}.do`) : "advice.done")}: ${title}`}
            onClick={onFollow}
          >
            {t(act ? toTextKey(`advice.acts.${act}.do`) : "advice.done")}
          </button>
        ) : null}
        {onDismiss && canDismiss ? (
          <button type="button" aria-label={`${t("advice.dismiss")}: ${title}`} onClick={onDismiss}>
            {t("advice.dismiss")}
          </button>
        ) : null}
        {onUndo && canDecide ? (
          <button
            type="button"
            aria-label={`${t(state === "dismissed" ? "advice.restore" : "words.undo")}: ${title}`}
            onClick={onUndo}
          >
            {t(state === "dismissed" ? "advice.restore" : "words.undo")}
          </button>
        ) : null}
      </div>
    </li>
  );
}
