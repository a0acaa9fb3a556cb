import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMachine } from "@xstate/react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PageHead } from "@/ui/components/page-head";
import { ImportChoose } from "../components/import-choose";
import { ImportMap } from "../components/import-map";
import { ImportProgress } from "../components/import-progress";
import { ImportResult } from "../components/import-result";
import { type ImportStep, ImportSteps } from "../components/import-steps";
import { ImportUpload } from "../components/import-upload";
import { useFields } from "../fields-data";
import { importActors } from "../import-actors";
import { importMachine } from "../import-machine";
import { type ContactImport, statusQuery, useImport, useImportSetting, usePace } from "../imports-data";
import { useLabels } from "../labels-data";
import { useSampleFile } from "../use-downloads";
import { useMay } from "../use-may";
import classes from "../components/import-wizard.module.css";

const STEP_OF: Readonly<Record<string, ImportStep>> = {
  mapping: "columns",
  starting: "columns",
  running: "rows",
  finished: "rows",
  failed: "rows",
};

/** An import that was left unfinished is taken up where it stands. */
function isUnfinished(status: ContactImport | null | undefined): status is ContactImport {
  return status?.state === "PREPARED" || status?.state === "RUNNING";
}

interface WizardProps {
  readonly known: ContactImport | undefined;
  readonly limitBytes: number;
  readonly hasConsent: boolean;
}

function Wizard({ known, limitBytes, hasConsent }: WizardProps) {
  const { t } = useTranslation();
  const may = useMay();
  const client = useQueryClient();
  const machine = useMemo(() => importMachine.provide({ actors: importActors(client) }), [client]);
  const [snapshot, send] = useMachine(machine, { input: { hasConsent, known } });
  const status = useImport();
  const pace = usePace(status);
  const { data: labels = [] } = useLabels();
  const { data: fields = [] } = useFields();
  const sample = useSampleFile();
  const { context } = snapshot;
  const state = snapshot.value;
  const mine = status?.importId === context.importId ? status : undefined;

  useEffect(() => {
    if (status) send({ type: "seen", importId: status.importId, state: status.state });
  }, [status, send]);

  const chosenLabels = new Set(context.labels.map(Number));
  return (
    <div className={classes.wizard}>
      <ImportSteps current={STEP_OF[state] ?? "file"} />
      {state === "choosing" ? (
        <ImportChoose
          file={context.file}
          limitBytes={limitBytes}
          failure={context.failure}
          asksConsent={!hasConsent}
          hasConsent={context.hasConsent}
          onConsent={(isGiven) => send({ type: "consent", isGiven })}
          onChoose={(file) => send({ type: "choose", file })}
          onUpload={() => send({ type: "retry" })}
          sample={
            <Button variant="subtle" size="xs" loading={sample.isPending} onClick={() => sample.mutate()}>
              {t("contacts.sampleFile")}
            </Button>
          }
        />
      ) : null}
      {state === "preparing" ? (
        <ImportUpload
          fileName={context.file?.name ?? ""}
          upload={context.upload}
          onCancel={() => send({ type: "cancel" })}
        />
      ) : null}
      {(state === "mapping" || state === "starting") && mine ? (
        <ImportMap
          prepared={mine}
          mapping={context.mapping}
          chosenLabels={chosenLabels}
          labels={labels}
          fields={fields}
          failure={context.failure}
          isStarting={state === "starting"}
          canLabel={may("label")}
          onMap={(column, target) => send({ type: "map", column, target })}
          onLabels={(chosen) => send({ type: "label", labels: [...chosen].map(String) })}
          onStart={() => send({ type: "start" })}
          onOther={() => send({ type: "another" })}
        />
      ) : null}
      {state === "running" && mine ? (
        <section className={classes.card} aria-label={t("contacts.importing", { file: mine.file })}>
          <ImportProgress status={mine} pace={pace} />
          <p className={classes.quiet}>{t("contacts.mayLeave")}</p>
        </section>
      ) : null}
      {(state === "finished" || state === "failed") && mine ? (
        <ImportResult status={mine} onAnother={() => send({ type: "another" })} />
      ) : null}
    </div>
  );
}

export function ImportPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const status = useQuery(statusQuery(client));
  const setting = useImportSetting();
  return (
    <>
      <PageHead
        title={t("contacts.import")}
        state={t("contacts.importState")}
        crumbs={[{ label: t("contacts.audience") }, { label: t("contacts.title"), to: "/contacts" }]}
      />
      {setting.data && status.data !== undefined ? (
        <Wizard
          known={isUnfinished(status.data) ? status.data : undefined}
          limitBytes={setting.data.limitBytes}
          hasConsent={setting.data.consent}
        />
      ) : null}
    </>
  );
}
