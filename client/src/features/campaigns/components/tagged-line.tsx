import { TextInput } from "@mantine/core";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { TextFault } from "../draft";
import { insertText } from "../text-insert";
import classes from "./composer-parts.module.css";
import { FaultLine } from "./fault-line";
import { TagMenu } from "./tag-menu";

interface Props {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly maxLength: number;
  readonly fault: TextFault | undefined;
  readonly onChange: (value: string) => void;
}

/** One line of text that may hold merge tags. */
export function TaggedLine({ label, help, value, maxLength, fault, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.field}>
      <div className={classes.fieldHead}>
        <label htmlFor={id}>{label}</label>
        <TagMenu
          target={label}
          onInsert={(tag) => {
            // The menu gives the focus back to its button first.
            requestAnimationFrame(() => box.current && insertText(box.current, tag));
          }}
        />
      </div>
      <TextInput
        id={id}
        ref={box}
        size="md"
        value={value}
        maxLength={maxLength}
        error={fault !== undefined}
        aria-describedby={`${id}-below`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div id={`${id}-below`}>
        {fault ? (
          <FaultLine fault={fault} text={value} box={box} />
        ) : (
          <p className={classes.help}>{value ? t("campaigns.characters", { help, count: [...value].length }) : help}</p>
        )}
      </div>
    </div>
  );
}
