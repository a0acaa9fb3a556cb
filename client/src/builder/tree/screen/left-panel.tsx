import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Adder, PresetAdder } from "../adder/adder";
import { useEditor } from "../editor";
import { FindingsBar } from "../findings/findings-parts";
import { Outline } from "../outline/outline";
import classes from "./left-panel.module.css";

const TABS = ["parts", "rows", "layers"] as const;
type Tab = (typeof TABS)[number];

/** The left panel: blocks and rows to add, and the outline. */
export function LeftPanel({ root }: { readonly root: string }) {
  const { t } = useTranslation();
  const id = useId();
  // Nothing can be added to a read-only document.
  const { isViewed = false } = useEditor().editing;
  const tabs = TABS.filter((each) => each === "layers" || !isViewed);
  const [chosen, setTab] = useState<Tab>("parts");
  const tab = isViewed ? "layers" : chosen;
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (by === 0 || !next) return;
    event.preventDefault();
    setTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  return (
    <aside className={classes.left} aria-label={t("tree.adder.tabs")}>
      <div className={classes.tabs} role="tablist" aria-label={t("tree.adder.tabs")} onKeyDown={onKeyDown}>
        {tabs.map((each) => (
          <button
            key={each}
            id={`${id}-${each}`}
            type="button"
            role="tab"
            data-tab={each}
            aria-selected={each === tab}
            aria-controls={`${id}-panel`}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => setTab(each)}
          >
            {t(`tree.adder.${each}`)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className={classes.leftBody} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {tab === "parts" ? <Adder /> : tab === "rows" ? <PresetAdder /> : <Outline root={root} />}
      </div>
      <FindingsBar />
    </aside>
  );
}
