import { Button } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconLabel } from "./icon-label";

const LabelPanel = lazy(async () => ({ default: (await import("./label-panel")).LabelPanel }));

interface Props {
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
  readonly canCreate?: boolean;
  /** Text of the button; "Labels" when absent. */
  readonly label?: string;
}

/** A button that opens a list of labels; each selection applies immediately. The list loads on the first opening. */
export function LabelPicker({ chosen, onChange, canCreate = false, label }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const button = (
    <Button
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => {
        setNeeded(true);
        setOpen(true);
      }}
    >
      <IconLabel icon={IconTag}>{label ?? t("contacts.labels")}</IconLabel>
    </Button>
  );
  if (!isNeeded) return button;
  return (
    <Suspense fallback={button}>
      <LabelPanel isOpen={isOpen} onOpenChange={setOpen} chosen={chosen} onChange={onChange} canCreate={canCreate}>
        {button}
      </LabelPanel>
    </Suspense>
  );
}
