import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FileDrop } from "./file-drop";
import { ImportConsent } from "./import-consent";
import { ImportFault } from "./import-fault";
import classes from "./import-wizard.module.css";

interface Props {
  readonly file: File | undefined;
  readonly limitBytes: number;
  readonly failure: unknown;
  /** Whether the team has yet to say, once, that its contacts have agreed (CONT-63). */
  readonly asksConsent: boolean;
  readonly hasConsent: boolean;
  readonly onConsent: (isGiven: boolean) => void;
  readonly onChoose: (file: File) => void;
  readonly onUpload: () => void;
  readonly sample: ReactNode;
}

/** First step: a file, and once in a team's life the word that its contacts have agreed. */
export function ImportChoose(props: Props) {
  const { t } = useTranslation();
  const { file, failure, hasConsent } = props;
  return (
    <>
      <ImportFault
        failure={failure}
        actions={
          file ? (
            <Button size="xs" onClick={props.onUpload}>
              {t("contacts.uploadAgain")}
            </Button>
          ) : undefined
        }
      />
      <FileDrop file={file} limitBytes={props.limitBytes} onChoose={props.onChoose} />
      {props.asksConsent ? <ImportConsent isGiven={hasConsent} onChange={props.onConsent} /> : null}
      <div className={classes.foot}>
        {props.sample}
        {file && !failure ? (
          <Button variant="filled" onClick={props.onUpload} aria-disabled={!hasConsent || undefined}>
            {t("contacts.readFile")}
          </Button>
        ) : null}
      </div>
      {file && !hasConsent ? <p className={classes.quiet}>{t("contacts.consentFirst")}</p> : null}
    </>
  );
}
