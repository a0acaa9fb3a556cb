import { Box, Button, Flex, Group, Stack, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { Segmented } from "@/ui/components/segmented";
import { StatusDot } from "@/ui/components/status-dot";
import { useRecoverFocus } from "@/ui/use-recover-focus";
import { CopyText } from "../components/copy-text";
import { buildMessagePath } from "../event-display";
import type { TrxOverview } from "../shapes";
import { CreateKey } from "./create-key";
import classes from "./overview.module.css";
import { KEY_PLACEHOLDER, useSnippets } from "./quick-start-data";
import { useStartKeys } from "./start-keys";

const CheckSettings = lazy(async () => ({ default: (await import("./check-settings")).CheckSettings }));

/** Local part of the sender address in code samples while the domain is not verified. */
const LOCAL_PART = "shop";

/**
 * Leads to the first message: create a key, copy a code sample, and wait for the message. Without a verified domain, it
 * uses the sandbox.
 */
export function QuickStart({ overview }: { readonly overview: TrxOverview }) {
  const { t } = useTranslation();
  const me = useMe();
  const isSandbox = !overview.domainVerified;
  const kind = isSandbox ? "sandbox" : "live";
  const words = isSandbox ? "transactional.start.sandbox" : "transactional.start";
  const secret = useStartKeys()[kind];
  const { firstMessage } = overview;
  // With a verified domain, a sandbox message does not count as the first one.
  const first = firstMessage && (isSandbox || !firstMessage.sandbox) ? firstMessage : undefined;
  const hasKey = isSandbox ? first?.sandbox === true : overview.hasKey;
  return (
    <Stack component="ol" gap="md" maw={880}>
      <Step number={1} title={t(`${words}.key`)} isDone={secret !== undefined || hasKey}>
        {isSandbox ? <Help>{t("transactional.start.sandbox.help")}</Help> : null}
        {secret ? (
          <NewKey label={t(`${words}.secret`)} secret={secret}>
            {t("transactional.start.once")} {isSandbox ? null : t("transactional.start.oneKey")}
          </NewKey>
        ) : (
          <>
            {isSandbox ? null : <Help>{t(hasKey ? "transactional.start.hasKey" : "transactional.start.keyHelp")}</Help>}
            <CreateKey kind={kind} isAnother={hasKey} />
          </>
        )}
      </Step>
      <Step number={2} title={t("transactional.start.send")} isDone={first !== undefined}>
        <CodeSamples overview={overview} secret={secret} to={me?.user.email ?? ""} />
      </Step>
      <Step number={3} title={t("transactional.start.watch")} isDone={first !== undefined}>
        <Group
          component="p"
          className={classes.waiting ?? ""}
          gap="8px 16px"
          m={0}
          fz="sm"
          role="status"
          data-done={first ? true : undefined}
        >
          {first ? (
            <>
              <StatusDot kind="live">
                {t(`transactional.start.${first.sandbox ? "sandbox.arrived" : "arrived"}`)}
              </StatusDot>
              <Link to={buildMessagePath({ messageId: first.id, time: first.time })}>
                {t("transactional.start.see")}
              </Link>
              <Link to="/events">{t("transactional.start.toEvents")}</Link>
            </>
          ) : (
            <StatusDot kind="off">{t(`${words}.waiting`)}</StatusDot>
          )}
        </Group>
        {first ? null : <SettingsHelp />}
      </Step>
    </Stack>
  );
}

function Help({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" lh="md" c="var(--text2)">
      {children}
    </Text>
  );
}

/** Help for a message that does not arrive. */
function SettingsHelp() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <Suspense fallback={null}>
        <CheckSettings />
      </Suspense>
    );
  }
  return (
    <Flex gap="xs" wrap="wrap">
      <Button onClick={() => setOpen(true)}>{t("transactional.check.open")}</Button>
    </Flex>
  );
}

interface KeyProps {
  readonly label: string;
  readonly secret: string;
  readonly children: ReactNode;
}

/** The new key, shown in place of the button that created it. */
function NewKey({ label, secret, children }: KeyProps) {
  const box = useRecoverFocus<HTMLDivElement>();
  return (
    <Stack component="section" ref={box} gap="sm" style={{ outline: "none" }} aria-label={label} tabIndex={-1}>
      <CopyText label={label} text={secret} isBlock isWrapped />
      <Notice kind="info">{children}</Notice>
    </Stack>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <Flex component="li" gap="md" p="md" bd="1px solid var(--line)" bdrs="lg" bg="var(--surface)">
      <span className={classes.number} data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <IconCheck size={14} stroke={2.2} /> : number}
      </span>
      <Stack gap="sm" flex={1} miw={0}>
        <Text component="h2" size="md" lh="lg" fw={600}>
          {title}
          {isDone ? <span className="said">{t("transactional.start.done")}</span> : null}
        </Text>
        {children}
      </Stack>
    </Flex>
  );
}

interface CodeSamplesProps {
  readonly overview: TrxOverview;
  readonly secret: string | undefined;
  readonly to: string;
}

/** Code samples in several languages, with the key while it is known. */
function CodeSamples({ overview, secret, to }: CodeSamplesProps) {
  const { t } = useTranslation();
  const pending = overview.domainVerified ? undefined : overview.domains[0];
  const snippets = useSnippets({ to, from: pending && `${LOCAL_PART}@${pending.name}` });
  const [language, setLanguage] = useState("curl");
  const items = snippets.data ?? [];
  const chosen = items.find(({ id }) => id === language) ?? items[0];
  if (snippets.isLoadingError) return <LoadFailed failure={snippets.error} onRetry={() => void snippets.refetch()} />;
  if (!chosen) return <Box h={240} aria-hidden="true" />;
  const { smtp } = overview;
  return (
    <>
      <Group>
        <Segmented
          label={t("transactional.start.language")}
          value={chosen.id}
          options={items.map(({ id }) => ({ value: id, label: t(toTextKey(`transactional.start.languages.${id}`)) }))}
          onChange={setLanguage}
        />
      </Group>
      <CopyText
        label={t(toTextKey(`transactional.start.languages.${chosen.id}`))}
        text={secret ? chosen.code.replaceAll(KEY_PLACEHOLDER, secret) : chosen.code}
        isBlock
      />
      {secret ? null : (
        <Text size="xs" lh="md" c="var(--text2)">
          {t("transactional.start.putKey", { place: KEY_PLACEHOLDER })}
        </Text>
      )}
      <Text component="h3" size="sm" lh="md" mt={4} fw={500}>
        {t("transactional.start.overSmtp")}
      </Text>
      <DescriptionList layout="tiles" minWidth={220}>
        {(
          [
            ["host", smtp.host, ""],
            ["port", String(smtp.port), "STARTTLS"],
            ["tlsPort", String(smtp.tlsPort), "TLS"],
            ["username", smtp.username, ""],
          ] as const
        ).map(([name, value, note]) => (
          <div key={name}>
            <dt>{t(`transactional.start.smtp.${name}`)}</dt>
            <dd>
              <CopyText label={t(`transactional.start.smtp.${name}`)} text={value} /> <small>{note}</small>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("terms.password")}</dt>
          <dd>{t("transactional.start.yourKey")}</dd>
        </div>
      </DescriptionList>
    </>
  );
}
