import { IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { IconButton } from "@/ui/components/icon-button";
import { useEditor } from "../editor";
import type { ControlProps } from "./control-props";
import classes from "./colour.module.css";
import panel from "./panel.module.css";

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** `#rrggbb` of what was typed; undefined while that is no colour. */
export function colourIn(text: string): string | undefined {
  const [, digits] = HEX.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return `#${full.toLowerCase()}`;
}

/** A colour by hand, by its number, or one that the document has already. Empty takes that of the whole, or none. */
export function ColourControl({ field, label, value, globals, onChange }: ControlProps) {
  const { registry, t } = useEditor();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const own = typeof value === "string" ? value : "";
  const inherited = field.schema.inherits === undefined ? "" : String(globals[field.schema.inherits] ?? "");
  const shown = own || inherited;
  const isOptional = field.schema.default === "";
  const known = registry.globalFields
    .filter(({ control }) => control === "colour")
    .map(({ name }) => globals[name])
    .filter((colour): colour is string => typeof colour === "string" && colour !== "");
  const swatches = [...new Set(known.map((colour) => colour.toLowerCase()))];
  return (
    <div className={`${panel.field} ${classes.around}`}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.colour}>
        <input
          type="color"
          aria-label={t("builder.panel.pick", { label })}
          value={/^#[0-9a-f]{6}$/i.test(shown) ? shown : "#ffffff"}
          data-none={shown === "" || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <input
          id={id}
          className={classes.code}
          type="text"
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={typed ?? own.toUpperCase()}
          placeholder={inherited ? t("builder.panel.inherited") : isOptional ? t("builder.panel.noColour") : ""}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            const colour = colourIn(currentTarget.value);
            if (colour !== undefined) onChange(colour);
            else if (currentTarget.value === "" && isOptional) onChange("");
          }}
          onBlur={() => setTyped(undefined)}
        />
        {isOptional && own !== "" ? (
          <IconButton size="row" label={`${t("builder.panel.clear")}: ${label}`} onClick={() => onChange("")}>
            <IconX size={14} stroke={1.9} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <div className={classes.swatches} title={t("builder.panel.swatches")}>
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
