import { Input } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { IconButton } from "@/ui/components/icon-button";
import { listColours, parseColour } from "../colours";
import { useInspector } from "../inspector";
import classes from "./colour.module.css";
import type { ControlProps } from "./control-props";
import panel from "./panel.module.css";

/** A colour: picked, typed, or one of the document's. An empty value inherits the document's colour, or is none. */
export function ColourControl({ field, label, value, globals, onChange }: ControlProps) {
  const { globalFields, t } = useInspector();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const own = typeof value === "string" ? value : "";
  const inherited = field.schema.inherits === undefined ? "" : String(globals[field.schema.inherits] ?? "");
  const shown = own || inherited;
  const isOptional = field.schema.default === "";
  const swatches = listColours(globalFields, globals);
  return (
    <div className={`${panel.field} ${classes.around}`}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.colour}>
        <input
          type="color"
          aria-label={t("inspector.controls.pick", { label })}
          value={/^#[0-9a-f]{6}$/i.test(shown) ? shown : "#ffffff"}
          data-none={shown === "" || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Input
          id={id}
          className={classes.code ?? ""}
          size="sm"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={typed ?? own.toUpperCase()}
          placeholder={
            inherited ? t("inspector.controls.inherited") : isOptional ? t("inspector.controls.noColour") : ""
          }
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            const colour = parseColour(currentTarget.value);
            if (colour !== undefined) onChange(colour);
            else if (currentTarget.value === "" && isOptional) onChange("");
          }}
          onBlur={() => setTyped(undefined)}
        />
        {isOptional && own !== "" ? (
          <IconButton size="row" label={`${t("inspector.controls.clear")}: ${label}`} onClick={() => onChange("")}>
            <IconX size={14} stroke={1.9} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <div className={classes.swatches} title={t("inspector.controls.swatches")}>
        {swatches.map((colour) => (
          <button
            key={colour}
            type="button"
            style={{ background: colour }}
            title={colour.toUpperCase()}
            aria-label={`${label}: ${colour.toUpperCase()}`}
            aria-pressed={colour === shown.toLowerCase()}
            onClick={() => onChange(colour)}
          />
        ))}
      </div>
    </div>
  );
}
