import { Button, Flex, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type ChangeEvent, useEffect, useRef } from "react";
import type { components } from "@/generated/trx-api";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { FailureNotice } from "@/ui/components/failure-notice";
import { StatusDot } from "@/ui/components/status-dot";
import { useForm } from "@/ui/use-form";
import { useCheckSettings } from "./quick-start-data";

type Setup = components["schemas"]["ValidateIn"];
type Problem = components["schemas"]["ConfigProblemOut"];

const TEXT_FIELDS = ["host", "port", "username", "keyPrefix", "from"] as const;
const EMPTY = { host: "", port: "", username: "", keyPrefix: "", from: "", security: "" };
type Fields = Readonly<typeof EMPTY>;
const SECURITIES = ["starttls", "tls", "none"] as const;
/** This many characters identify a key. The form never sends more of it. */
const MAX_KEY_PREFIX_LENGTH = 17;
const MAX_FIELD_LENGTH = 200;

/** Validates an application's SMTP settings against the server's and shows all errors together. */
export function CheckSettings() {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const check = useCheckSettings();
  const problems = check.data?.problems ?? [];
  // No draft is stored, because the field of the key might contain a complete key.
  const form = useForm({
    initial: EMPTY,
    failure: check.error,
    onValid: ({ values }) => check.mutate(buildSetup(values)),
  });

  useEffect(() => {
    if (check.data) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [check.data]);

  function getErrors(field: string): string | undefined {
    return (
      problems
        .filter((problem) => problem.field === field && problem.severity === "error")
        .map(({ text }) => text)
        .join(". ") || undefined
    );
  }

  function field(name: keyof Fields) {
    const { error, ...input } = form.text(name);
    return {
      ...input,
      label: t(`transactional.check.fields.${name}`),
      error: getErrors(name) ?? error,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        input.onChange(event);
        check.reset();
      },
    };
  }

  return (
    <form ref={element} onSubmit={form.onSubmit} noValidate aria-label={t("transactional.check.title")}>
      <Stack gap="sm">
        <Text size="sm" lh="md" c="var(--text2)">
          {t("transactional.check.help")}
        </Text>
        <FailureNotice error={form.failure} />
        <Columns count={3} minWidth={240}>
          {TEXT_FIELDS.map((name) => (
            <TextInput
              key={name}
              {...field(name)}
              maxLength={MAX_FIELD_LENGTH}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...(name === "port" ? { inputMode: "numeric" as const } : {})}
            />
          ))}
          <NativeSelect
            {...field("security")}
            data={[
              { value: "", label: t("transactional.check.unsaid") },
              ...SECURITIES.map((value) => ({ value, label: t(`transactional.check.securities.${value}`) })),
            ]}
          />
        </Columns>
        <Flex gap="xs" wrap="wrap">
          <Button type="submit" loading={check.isPending}>
            {t("transactional.check.look")}
          </Button>
        </Flex>
        <div role="status">{check.data ? <CheckResult isFine={check.data.ok} problems={problems} /> : null}</div>
      </Stack>
    </form>
  );
}

function CheckResult({ isFine, problems }: { readonly isFine: boolean; readonly problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const warnings = problems.filter(({ severity }) => severity === "warning");
  return (
    <Stack component="ul" gap="xs" fz="sm">
      <li>
        <StatusDot kind={isFine ? "ok" : "bad"}>{t(`transactional.check.${isFine ? "fine" : "wrong"}`)}</StatusDot>
      </li>
      {warnings.map(({ code, text }) => (
        <li key={code}>
          <StatusDot kind="warn">{text}</StatusDot>
        </li>
      ))}
    </Stack>
  );
}

/** Empty fields are not checked. A malformed port becomes 0, which the server rejects. */
function buildSetup({ host, port, security, username, keyPrefix, from }: Fields): Setup {
  const valueOrNull = (text: string) => text.trim() || null;
  const number = valueOrNull(port);
  return {
    host: valueOrNull(host),
    port: number === null ? null : /^\d{1,5}$/.test(number) ? Math.min(Number(number), 65_535) : 0,
    security: SECURITIES.find((each) => each === security) ?? null,
    username: valueOrNull(username),
    keyPrefix: valueOrNull(keyPrefix)?.slice(0, MAX_KEY_PREFIX_LENGTH) ?? null,
    from: valueOrNull(from),
  };
}
