import { Popover, Stack } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import { LabelChoice } from "./label-choice";
import classes from "./label-picker.module.css";

interface Props {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
  readonly canCreate: boolean;
  /** The button that opens the panel. */
  readonly children: ReactNode;
}

/** A popover with labels to select. */
export function LabelPanel({ isOpen, onOpenChange, chosen, onChange, canCreate, children }: Props) {
  const { t } = useTranslation();
  const target = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  // The button that first opened the panel has been replaced, so Popover cannot return the focus to it.
  function returnFocus(): void {
    requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (focused !== null && focused !== document.body && !panel.current?.contains(focused)) return;
      target.current?.querySelector("button")?.focus({ preventScroll: true });
    });
  }

  return (
    // The target is not a control: the button in it has the ARIA attributes.
    <Popover
      opened={isOpen}
      onChange={onOpenChange}
      onClose={returnFocus}
      position="bottom-start"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span ref={target} className={classes.target}>
          {children}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t("contacts.labels")}>
        <Stack gap={4} w={248} ref={panel}>
          <LabelChoice chosen={chosen} onChange={onChange} canCreate={canCreate} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
