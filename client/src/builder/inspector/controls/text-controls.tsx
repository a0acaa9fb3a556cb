import { Textarea, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { useInspector } from "../inspector";
import type { ControlProps } from "./control-props";
import classes from "./panel.module.css";
import { TagInsert } from "./tag-insert";

type Box = HTMLInputElement | HTMLTextAreaElement;

interface TextProps extends ControlProps {
  readonly form: "line" | "lines" | "code";
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly onLeft?: (() => void) | undefined;
}

/** A text input. Merge tags are inserted at the caret. */
function Text({ field, label, value, form, help, error, onChange, onLeft }: TextProps) {
  const id = useId();
  const box = useRef<Box>(null);
  const shared = {
    id,
    size: "sm" as const,
    description: error ? undefined : help,
    error,
    value: typeof value === "string" ? value : "",
    maxLength: field.schema.maxLength ?? 100_000,
    dir: "auto" as const,
    onChange: ({ currentTarget }: { currentTarget: Box }) => onChange(currentTarget.value),
    onBlur: onLeft,
  };
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label htmlFor={id}>{label}</label>
        {field.schema.tags && form !== "code" ? <TagInsert box={box} target={label} /> : null}
      </div>
      {form === "line" ? (
        <TextInput {...shared} ref={box as React.RefObject<HTMLInputElement | null>} />
      ) : (
        <Textarea
          {...shared}
          ref={box as React.RefObject<HTMLTextAreaElement | null>}
          rows={form === "code" ? 12 : 4}
          resize="vertical"
          spellCheck={form !== "code"}
          data-code={form === "code" || undefined}
        />
      )}
    </div>
  );
}

export function LineControl(props: ControlProps) {
  return <Text {...props} form="line" />;
}

export function LinesControl(props: ControlProps) {
  return <Text {...props} form="lines" />;
}

export function CodeControl(props: ControlProps) {
  return <Text {...props} form="code" />;
}

/** Valid starts of the URL of a link, and of an image. */
const URL_PATTERNS = {
  address: /^(?:https?:\/\/|mailto:|tel:|\{\{)/i,
  picture: /^(?:https?:\/\/|\{\{)/i,
} as const;

/** The URL of a link, applied when the field loses the focus. */
export function AddressControl(props: ControlProps) {
  return <Address {...props} of="address" />;
}

function Address({ of, ...props }: ControlProps & { readonly of: keyof typeof URL_PATTERNS }) {
  const { t } = useInspector();
  const [isLeft, setLeft] = useState(true);
  const text = typeof props.value === "string" ? props.value.trim() : "";
  const isWrong = isLeft && text !== "" && !URL_PATTERNS[of].test(text);
  return (
    <Text
      {...props}
      form="line"
      help={t(`inspector.controls.${of}Help`)}
      error={isWrong ? t(`inspector.controls.${of}Wrong`) : undefined}
      onChange={(value) => {
        setLeft(false);
        props.onChange(value);
      }}
      onLeft={() => {
        setLeft(true);
        // A domain without a scheme means https.
        if (/^[\w-]+(?:\.[\w-]+)+(?:[/?#].*)?$/.test(text)) props.onChange(`https://${text}`);
      }}
    />
  );
}

/** The URL of an image, with a warning if it does not load. */
export function ImageControl(props: ControlProps) {
  const { t } = useInspector();
  const text = typeof props.value === "string" ? props.value.trim() : "";
  const [broken, setBroken] = useState("");
  const isShown = /^https?:\/\//i.test(text);
  return (
    <>
      <Address {...props} of="picture" />
      {isShown && broken !== text ? (
        <img
          className={classes.picture}
          src={text}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(text)}
        />
      ) : null}
      {isShown && broken === text ? (
        <p className={classes.note} data-bad role="status">
          {t("inspector.controls.noPicture")}
        </p>
      ) : null}
    </>
  );
}
