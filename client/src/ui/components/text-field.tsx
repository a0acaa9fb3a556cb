import { PasswordInput, TextInput, type TextInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** The sentence under the field; shown instead of the help and read out with the field. */
  readonly error?: string | undefined;
  readonly type?: "text" | "email" | "tel" | "password";
  readonly size?: "md" | "lg";
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly inputMode?: TextInputProps["inputMode"];
  readonly maxLength?: number;
  readonly defaultValue?: string;
  readonly onEdited?: (() => void) | undefined;
}

/** One line of text with its label above and its help or error under it. */
export function TextField({ help, type = "text", size = "md", onEdited, error, ...rest }: Props) {
  const { t } = useTranslation();
  const shared = { ...rest, size, error, description: error ? undefined : help, onChange: onEdited };
  if (type === "password") {
    return <PasswordInput {...shared} visibilityToggleButtonProps={{ "aria-label": t("ui.showPassword") }} />;
  }
  return <TextInput {...shared} type={type} />;
}
