import { useSelector } from "@xstate/react";
import { PlainButton } from "@/ui/components/plain-button";
import type { ControlProps } from "../../inspector/controls/control-props";
import classes from "../../inspector/controls/panel.module.css";
import { useEditor } from "../editor";

/** A button that starts editing a rich text on the canvas. */
export function RichControl({ field, label }: ControlProps) {
  const { actor, t } = useEditor();
  const { selected, writing } = useSelector(actor, ({ context }) => context);
  const isWriting = writing !== null && writing.id === selected && writing.field === field.name;
  return (
    <div className={classes.field}>
      <span>{label}</span>
      <PlainButton
        isDisabled={isWriting}
        onClick={() => {
          if (selected !== null) actor.send({ type: "write", id: selected, field: field.name });
        }}
      >
        {t("tree.panel.write")}
      </PlainButton>
      <p className={classes.note}>{t("tree.panel.writeHelp")}</p>
    </div>
  );
}
