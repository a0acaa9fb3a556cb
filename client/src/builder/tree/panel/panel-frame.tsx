import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import classes from "../../inspector/controls/panel.module.css";
import { useEditor } from "../editor";
import type { EditorPanel, PanelTarget } from "../registry";
import { listPanels } from "./panels";

interface Props {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly targets: readonly PanelTarget[];
  readonly isDisabled: boolean;
  readonly more?: ReactNode;
  readonly foot?: ReactNode;
  /** Shown above the chosen panel. */
  readonly children?: ReactNode;
}

/** The tabs of the panels that these targets have, with the chosen one. */
export function PanelFrame({ title, icon, targets, isDisabled, more, foot, children }: Props) {
  const { registry, t } = useEditor();
  const id = useId();
  const [chosen, choose] = useState("");
  const applied = listPanels(registry, targets);
  const at = Math.max(
    0,
    applied.findIndex(({ panel }) => panel.name === chosen),
  );
  const open = applied[at];
  if (!open) return null;
  const { panel } = open;
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const last = applied.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    const next = to === undefined ? undefined : applied[to]?.panel.name;
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  const label = (each: EditorPanel) => t(toTextKey(each.textKey));
  return (
    <>
      <header className={classes.title}>
        {icon}
        <h2>{title}</h2>
        {more}
      </header>
      <div
        className={classes.tabs}
        role="tablist"
        aria-label={t("tree.panel.tabs", { name: title })}
        onKeyDown={onKeyDown}
      >
        {applied.map(({ panel: each }) => (
          <button
            key={each.name}
            id={`${id}-${each.name}`}
            type="button"
            role="tab"
            data-tab={each.name}
            aria-selected={each === panel}
            aria-controls={`${id}-panel`}
            tabIndex={each === panel ? 0 : -1}
            onClick={() => choose(each.name)}
          >
            {each.icon ? <each.icon size={14} stroke={1.7} /> : null}
            {label(each)}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        className={classes.body}
        role="tabpanel"
        aria-labelledby={`${id}-${panel.name}`}
        // Without a usable control in it, keys could not scroll it.
        tabIndex={isDisabled ? 0 : undefined}
      >
        {children}
        <fieldset className={classes.all} disabled={isDisabled && !panel.staysUsable} aria-label={label(panel)}>
          {open.targets.map((target) => (
            <panel.Panel key={`${panel.name} ${target.type}`} target={target} isReadOnly={isDisabled} />
          ))}
        </fieldset>
      </div>
      {foot}
    </>
  );
}
