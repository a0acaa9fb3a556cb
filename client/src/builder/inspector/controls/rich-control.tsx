import { useSelector } from "@xstate/react";
import { PlainButton } from "@/ui/components/plain-button";
import { useEditor } from "../../tree/editor";
import type { ControlProps } from "./control-props";
import classes from "./panel.module.css";

/** Rich text is written where it is drawn. */
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
      <p>{t("tree.panel.writeHelp")}</p>
    </div>
  );
}
