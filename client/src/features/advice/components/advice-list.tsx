import { IconBulb } from "@tabler/icons-react";
import { useState } from "react";
import { type Permission, useCan } from "@/features/session/public";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import {
  type Advice,
  useAdvice,
  useDismissAdvice,
  useFollowAdvice,
  useRestoreAdvice,
  useUndoAdvice,
} from "../advice-data";
import { buildTextValues } from "../advice-display";
import classes from "./advice-list.module.css";
import { AdviceRow } from "./advice-row";

interface Props {
  /** Shows only advice about this campaign. */
  readonly campaignId?: string;
  /** Rows shown before the user asks for the rest. */
  readonly most?: number;
  /** Shows a confirmation instead of nothing when there is no advice. */
  readonly isAlways?: boolean;
}

const MAX_SHOWN = 5;
/** Permission that each action needs in addition to `campaign.edit`. */
const ACTION_PERMISSIONS: Readonly<Record<string, Permission>> = {
  sunset: "contact.edit",
  cap: "contact.edit",
  leaveOut: "campaign.send",
};

/** Open, followed and dismissed advice. */
export function AdviceList({ campaignId, most = MAX_SHOWN, isAlways = false }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const canView = can("report.view");
  const canDecide = can("campaign.edit");
  const canFollow = ({ act }: Advice) => {
    const right = act === null ? undefined : ACTION_PERMISSIONS[act];
    return canDecide && (act === null || (right !== undefined && can(right)));
  };
  const advice = useAdvice(canView, campaignId);
  const [isWhole, setWhole] = useState(false);
  const [areDismissedShown, setDismissedShown] = useState(false);
  const onError = (failure: unknown): void => toastFailure(failure, t);
  const follow = useFollowAdvice();
  const undo = useUndoAdvice();
  const dismiss = useDismissAdvice();
  const restore = useRestoreAdvice();
  const items = advice.data?.items ?? [];
  const open = items.filter(({ state }) => state === "open");
  const followed = items.filter(({ state }) => state === "followed");
  const dismissed = items.filter(({ state }) => state === "dismissed");
  if (!canView || advice.data === undefined || (items.length === 0 && !isAlways)) return null;
  const shown = isWhole ? open : open.slice(0, most);
  const at = (id: number) => ({ params: { path: { advice_id: id } } });

  return (
    <section className={classes.card} aria-label={t("advice.title")}>
      <header className={classes.head}>
        <IconBulb size={16} stroke={1.7} aria-hidden="true" />
        <h2>{t("advice.title")}</h2>
        {open.length > 0 ? <span className={classes.count}>{open.length}</span> : null}
      </header>
      {open.length === 0 ? <p className={classes.calm}>{t("advice.allWell")}</p> : null}
      <ul className={classes.rows}>
        {shown.map((item) => (
          <AdviceRow
            key={item.id}
            advice={item}
            canDecide={canFollow(item)}
            canDismiss={canDecide}
            isHere={campaignId !== undefined}
            onFollow={() =>
              follow.mutate(at(item.id), {
                onSuccess: () =>
                  toast(
                    "success",
                    t(item.act ? toTextKey(`advice.acts.${item.act}.done`) : "advice.noted", buildTextValues(item)),
                    {
                      action: { label: t("words.undo"), run: () => undo.mutate(at(item.id), { onError }) },
                    },
                  ),
                onError,
              })
            }
            onDismiss={() =>
              dismiss.mutate(at(item.id), {
                onSuccess: () =>
                  toast("info", t("advice.dismissedNow"), {
                    action: { label: t("words.undo"), run: () => restore.mutate(at(item.id), { onError }) },
                  }),
                onError,
              })
            }
          />
        ))}
        {followed.map((item) => (
          <AdviceRow
            key={item.id}
            advice={item}
            canDecide={canFollow(item)}
            canDismiss={false}
            isHere={campaignId !== undefined}
            onUndo={() => undo.mutate(at(item.id), { onError })}
          />
        ))}
        {areDismissedShown
          ? dismissed.map((item) => (
              <AdviceRow
                key={item.id}
                advice={item}
                canDecide={canDecide}
                canDismiss={false}
                isHere={campaignId !== undefined}
                onUndo={() => restore.mutate(at(item.id), { onError })}
              />
            ))
          : null}
      </ul>
      {open.length > most || dismissed.length > 0 ? (
        <footer className={classes.foot}>
          {open.length > most ? (
            <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? t("terms.showFewer") : t("advice.more", { count: open.length - most })}
            </button>
          ) : null}
          {dismissed.length > 0 ? (
            <button
              type="button"
              aria-expanded={areDismissedShown}
              onClick={() => setDismissedShown(!areDismissedShown)}
            >
              {t(areDismissedShown ? "advice.hideDismissed" : "advice.showDismissed", { count: dismissed.length })}
            </button>
          ) : null}
        </footer>
      ) : null}
    </section>
  );
}
