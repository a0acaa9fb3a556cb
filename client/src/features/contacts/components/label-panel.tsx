import { Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "@mantine/core/styles/Popover.layer.css";
import { LabelChoice } from "./label-choice";
import classes from "./label-picker.module.css";

interface Props {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
  readonly canCreate: boolean;
  /** The button that it opens at. */
  readonly children: ReactNode;
}

/** The labels to tick, floating at their button. */
export function LabelPanel({ isOpen, onOpenChange, chosen, onChange, canCreate, children }: Props) {
  const { t } = useTranslation();
  return (
    <Popover opened={isOpen} onChange={onOpenChange} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <span className={classes.target}>{children}</span>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("contacts.labels")}>
        <div className={classes.panel}>
          <LabelChoice chosen={chosen} onChange={onChange} canCreate={canCreate} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
