import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, type ReactNode, useId, useState } from "react";
import { EMAIL_INPUT } from "@/lib/email-address";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./text-field.module.css";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** Message below the field. It replaces the help text and is its accessible description. */
  readonly error?: string | undefined;
  readonly type?: "text" | "email" | "tel" | "password";
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  readonly maxLength?: number;
  /** Makes the input controlled. */
  readonly value?: string;
  readonly defaultValue?: string;
  readonly autoFocus?: boolean;
  /** Content at the end of the label's line; after the field in tab order. */
  readonly beside?: ReactNode;
  readonly onEdited?: ((text: string) => void) | undefined;
}

/** A one-line text input with label, help and error. It loads no Mantine code. */
export function TextField({ name, label, help, error, type = "text", beside, onEdited, ...input }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const below = error ?? help;
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.box}>
        <input
          {...input}
          id={id}
          name={name}
          type={type === "password" && isShown ? "text" : type}
          {...(type === "email" ? EMAIL_INPUT : {})}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onChange={({ currentTarget }) => onEdited?.(currentTarget.value)}
        />
        {type === "password" ? (
          <button
            type="button"
            className={classes.eye}
            aria-label={t("ui.showPassword")}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Eye size={16} stroke={1.7} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {beside ? <div className={classes.beside}>{beside}</div> : null}
      {below ? (
        <p id={`${id}-below`} className={error ? classes.error : classes.help}>
          {below}
        </p>
      ) : null}
    </div>
  );
}
