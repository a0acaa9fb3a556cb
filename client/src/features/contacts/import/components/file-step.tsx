import { Button, Flex, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { needsEncodingChoice } from "../import-issues";
import { FileDrop } from "./file-drop";
import { ImportConsent } from "./import-consent";
import { ImportIssue } from "./import-issue";
import { ImportPaste } from "./import-paste";

interface Props {
  readonly file: File | undefined;
  readonly limitBytes: number;
  readonly failure: unknown;
  /** Whether the team must still confirm, once, that its contacts have consented (CONT-63). */
  readonly needsConsent: boolean;
  readonly hasConsent: boolean;
  readonly onConsent: (isGiven: boolean) => void;
  readonly onChoose: (file: File) => void;
  readonly onUpload: () => void;
  /** Called to read the file as Windows-1252. */
  readonly onDecide: () => void;
  /** Pasted rows; undefined where a file is chosen. */
  readonly pasted: string | undefined;
  readonly onPasted: (text: string | undefined) => void;
  readonly sample: ReactNode;
}

/** First step: a file, and the team's one-time confirmation that its contacts have consented. */
export function FileStep(props: Props) {
  const { t } = useTranslation();
  const { file, failure, hasConsent } = props;
  const isPasting = props.pasted !== undefined;
  return (
    <>
      <ImportIssue
        failure={failure}
        actions={
          file ? (
            <>
              {needsEncodingChoice(failure) ? (
                <Button size="xs" variant="filled" onClick={props.onDecide}>
                  {t("contacts.readAsWindows")}
                </Button>
              ) : null}
              <Button size="xs" onClick={props.onUpload}>
                {t("contacts.uploadAgain")}
              </Button>
            </>
          ) : undefined
        }
      />
      {props.pasted !== undefined ? (
        <ImportPaste
          text={props.pasted}
          onText={props.onPasted}
          onPaste={props.onChoose}
          onBack={() => props.onPasted(undefined)}
        />
      ) : (
        <FileDrop file={file} limitBytes={props.limitBytes} onChoose={props.onChoose} />
      )}
      {props.needsConsent ? <ImportConsent isGiven={hasConsent} onChange={props.onConsent} /> : null}
      <Group gap="xs" justify="space-between">
        <Flex gap={4} wrap="wrap">
          {props.sample}
          {isPasting ? null : (
            <Button variant="subtle" size="xs" onClick={() => props.onPasted("")}>
              {t("contacts.pasteInstead")}
            </Button>
          )}
        </Flex>
        {file && !failure ? (
          <Button variant="filled" onClick={props.onUpload} aria-disabled={!hasConsent || undefined}>
            {t("contacts.readFile")}
          </Button>
        ) : null}
      </Group>
      {file && !hasConsent ? (
        <Text size="sm" c="var(--text2)">
          {t("contacts.consentFirst")}
        </Text>
      ) : null}
    </>
  );
}
