import { useEffect, useRef } from "react";

/** A control of a rule: the key of the rule and the name of its part. */
export interface FocusTarget {
  readonly key: string;
  readonly part: string;
}

/** The builder's control with the focus. */
export function getFocusedPart(): string | undefined {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement
    ? activeElement.closest<HTMLElement>("[data-part]")?.dataset.part
    : undefined;
}

function findControl(box: HTMLElement, { key, part }: FocusTarget): HTMLElement | undefined {
  const rule = box.querySelector<HTMLElement>(`[data-rule="${key}"]`);
  if (!rule) return undefined;
  const named = rule.querySelector<HTMLElement>(`[data-part="${part}"]`);
  const match =
    named && !named.matches("[aria-disabled=true]") ? named : rule.querySelector<HTMLElement>("[data-part]");
  const control = match?.matches("input, select, button, textarea")
    ? match
    : match?.querySelector<HTMLElement>("input, select, button");
  return control ?? undefined;
}

/** Moves the focus to the target of an action once the action has rendered. */
export function usePartFocus() {
  const box = useRef<HTMLDivElement>(null);
  const target = useRef<FocusTarget>(undefined);
  useEffect(() => {
    const spot = target.current;
    if (!spot || !box.current) return;
    target.current = undefined;
    findControl(box.current, spot)?.focus();
  });
  return {
    box,
    want: (spot: FocusTarget) => {
      target.current = spot;
    },
  };
}
