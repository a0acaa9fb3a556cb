import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { type ValidatedForm, validateForm } from "./auth-form";

type Rules<Field extends string> = Parameters<typeof validateForm<Field>>[1];

/**
 * State of a form before sign-in. `failure` comes from the session machine: shown at the field that the server names,
 * else as `notice`.
 */
export function useAuthForm<Field extends string>(options: {
  readonly rules: Rules<Field>;
  readonly failure: unknown;
  readonly onValid: (values: ValidatedForm<Field>["values"]) => void;
}) {
  const { t } = useTranslation();
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, TextKey>>>>({});
  const [hiddenFailure, setHiddenFailure] = useState<unknown>();
  const fields = Object.keys(options.rules) as Field[];
  const failure = options.failure === hiddenFailure ? undefined : options.failure;
  const atField = findFieldFailure(failure, t);
  const isKnownField = fields.some((field) => field === atField?.field);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = validateForm(new FormData(form), options.rules);
    setErrors(checked.errors);
    const firstWrong = fields.find((field) => checked.errors[field]);
    if (firstWrong) form.querySelector<HTMLInputElement>(`[name="${firstWrong}"]`)?.focus();
    else options.onValid(checked.values);
  }

  /** Props of a field: its name, its error, and a callback for edits. */
  function field(name: Field) {
    const own = errors[name];
    const text = own ? t(own) : isKnownField && atField?.field === name ? atField.text : undefined;
    return {
      name,
      error: text,
      onEdited: () => {
        setErrors(({ [name]: _gone, ...rest }) => rest);
        if (atField?.field === name) setHiddenFailure(options.failure);
      },
    };
  }

  const notice = isFailure(failure) && !isKnownField ? describeFailure(failure, t) : undefined;
  return { onSubmit, field, notice };
}
