import { Button, Popover } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LabelChoice } from "./label-choice";
import classes from "./label-picker.module.css";

interface Props {
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
  readonly canCreate?: boolean;
  /** Words on the button; "Labels" when absent. */
  readonly label?: string;
  readonly size?: "xs" | "sm" | "md";
}

/** A button that opens the labels to tick; every tick counts at once. */
export function LabelPicker({ chosen, onChange, canCreate = false, label, size = "sm" }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size={size}
          leftSection={<IconTag size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => setOpen((open) => !open)}
        >
          {label ?? t("contacts.labels")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("contacts.labels")}>
        <div className={classes.panel}>
          <LabelChoice chosen={chosen} onChange={onChange} canCreate={canCreate} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
