import type { TextKey } from "@/lib/i18n/translation";
import type { CodeMethod } from "./session-machine";

const DIGITS = 6;
const MAX_RECOVERY_CODE_CHARACTERS = 40;

/** Input attributes and texts for a kind of code. The server decides whether a code is correct. */
interface CodeInput {
  readonly label: TextKey;
  readonly lead: TextKey;
  readonly missing: TextKey;
  readonly choose: TextKey;
  readonly inputMode: "numeric" | "text";
  readonly maxLength: number;
}

export const CODE_INPUTS: Readonly<Record<CodeMethod, CodeInput>> = {
  app: {
    label: "steps.code",
    lead: "steps.leadApp",
    missing: "steps.codeMissing",
    choose: "steps.useApp",
    inputMode: "numeric",
    maxLength: 12,
  },
  email: {
    label: "steps.code",
    lead: "steps.leadEmail",
    missing: "steps.codeMissing",
    choose: "steps.useEmail",
    inputMode: "numeric",
    maxLength: 12,
  },
  recovery: {
    label: "steps.recoveryCode",
    lead: "steps.leadRecovery",
    missing: "steps.recoveryMissing",
    choose: "steps.useRecovery",
    inputMode: "text",
    maxLength: MAX_RECOVERY_CODE_CHARACTERS,
  },
};

/** The typed or pasted text without the spaces and hyphens of formatted codes. */
export function normalizeCode(text: string, method: CodeMethod): string {
  return method === "recovery" ? text.trim() : text.replace(/[\s-]/g, "");
}

/** Whether the text is a complete code of this kind. */
export function isCompleteCode(text: string, method: CodeMethod): boolean {
  const code = normalizeCode(text, method);
  return method === "recovery" ? code !== "" : code.length === DIGITS && /^\d+$/.test(code);
}
