import { TextField } from "@/ui/components/text-field";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly error: string | undefined;
  readonly autoComplete: "current-password" | "new-password";
  readonly autoFocus?: boolean;
  readonly onChange: (password: string) => void;
}

/** Input of a password. It is uncontrolled, because React writes the value of a controlled input into the markup. */
export function PasswordField({ name, label, help, error, autoComplete, autoFocus = false, onChange }: Props) {
  return (
    <TextField
      type="password"
      name={name}
      label={label}
      help={help}
      error={error}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      onEdited={onChange}
    />
  );
}
