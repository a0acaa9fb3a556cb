import { Button, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMachine } from "@xstate/react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLabels } from "@/features/lookups/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { Panel } from "@/ui/components/panel";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { useDownloadSampleFile } from "../../use-downloads";
import { createImportActors, toStoredImport } from "../import-actors";
import {
  type Choices,
  EXISTING_CONTACT_POLICIES,
  INVALID_VALUE_POLICIES,
  importMachine,
  type StoredImport,
} from "../import-machine";
import { type ImportSetting, type PreparedImport, useImport } from "../imports-data";
import { useSelectSheet } from "../preview-data";
import { useImportSpeed } from "../use-import-speed";
import { preparedQuery } from "../wizard-data";
import { FileStep } from "./file-step";
import { ImportProgress } from "./import-progress";
import { ImportResult } from "./import-result";
import { type ImportStep, ImportSteps } from "./import-steps";
import { ImportUpload } from "./import-upload";
import { MappingStep } from "./mapping-step";

const STEP_BY_STATE: Readonly<Record<string, ImportStep>> = {
  mapping: "columns",
  starting: "columns",
  running: "rows",
  finished: "rows",
  failed: "rows",
};

interface Props {
  /** An import to continue at its current step. */
  readonly known: StoredImport | undefined;
  readonly setting: ImportSetting;
  /** Called with the prepared import, or with undefined when another file is to be chosen. */
  readonly onPrepared: (importId: string | undefined) => void;
}

/** Whether the user has changed the server's suggestions for this file. */
function hasChoices(choices: Choices, prepared: PreparedImport): boolean {
  const { mapping, dateOrder, decimalMark, labels, existing, wrongValues, leaveOut, confirms } = choices;
  if (confirms || labels.length > 0 || leaveOut.length > 0 || existing !== EXISTING_CONTACT_POLICIES[0]) return true;
  if (wrongValues !== INVALID_VALUE_POLICIES[0] || decimalMark !== undefined) return true;
  const suggested = toStoredImport(prepared);
  return dateOrder !== suggested.dateOrder || JSON.stringify(mapping) !== JSON.stringify(suggested.mapping);
}

/** Renders the state of the machine, and sends it the user's actions and the server's responses. */
export function ImportWizard({ known, setting, onPrepared }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const client = useQueryClient();
  const machine = useMemo(() => importMachine.provide({ actors: createImportActors(client) }), [client]);
  const [{ value: state, context }, send] = useMachine(machine, {
    input: { hasConsent: !setting.consentNeeded, known },
  });
  /** Stored during the upload, so that rejected rows can be fixed here. */
  const [pasted, setPasted] = useState<string>();
  const { importId } = context;
  const followed = useImport(importId);
  const status = importId ? followed : undefined;
  const pace = useImportSpeed(status);
  const prepared = useQuery({ ...preparedQuery(importId ?? ""), enabled: state === "mapping" });
  const sheet = useSelectSheet(importId, (chosen) => send({ type: "reread", known: toStoredImport(chosen) }));
  const { data: labels = [] } = useLabels();
  const sample = useDownloadSampleFile();
  const isUploading = state === "preparing";
  const hasPasted = state === "choosing" && pasted !== undefined && pasted.trim() !== "";
  const isMapped = state === "mapping" && prepared.data !== undefined && hasChoices(context, prepared.data);
  const leaving = useLeaveGuard({ isDirty: isUploading || hasPasted || isMapped });
  const lost = t(hasPasted ? "contacts.leavePastedText" : "contacts.leaveMappingText");

  useEffect(() => {
    if (status) send({ type: "seen", importId: status.importId, state: status.state });
  }, [status, send]);
  const notifyPrepared = useEffectEvent(onPrepared);
  useEffect(() => notifyPrepared(state === "mapping" ? importId : undefined), [state, importId]);

  const onConsent = (isGiven: boolean) => send({ type: "consent", isGiven });
  const onAnother = () => {
    setPasted(undefined);
    send({ type: "another" });
  };
  return (
    <Stack gap="md" maw={1080}>
      <ImportSteps current={STEP_BY_STATE[state] ?? "file"} />
      {state === "choosing" ? (
        <FileStep
          file={context.file}
          limitBytes={setting.mostBytes}
          failure={context.failure}
          needsConsent={setting.consentNeeded}
          hasConsent={context.hasConsent}
          onConsent={onConsent}
          onChoose={(file) => send({ type: "choose", file })}
          onUpload={() => send({ type: "retry" })}
          onDecide={() => send({ type: "decide" })}
          pasted={pasted}
          onPasted={setPasted}
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
      {(state === "mapping" || state === "starting") && prepared.data ? (
        <MappingStep
          prepared={prepared.data}
          mapping={context.mapping}
          dateOrder={context.dateOrder}
          decimalMark={context.decimalMark}
          wrongValues={context.wrongValues}
          onWrongValues={(wrongValues) => send({ type: "wrongValues", wrongValues })}
          targets={setting.targets}
          chosenLabels={context.labels}
          labels={labels}
          failure={sheet.error ?? context.failure}
          isReading={sheet.isPending}
          onSheet={(place) => sheet.mutate(place)}
          isStarting={state === "starting"}
          canLabel={can("contact.label")}
          canCreateField={can("contact.field")}
          hasConsent={context.hasConsent}
          onConsent={onConsent}
          existing={context.existing}
          onExisting={(existing) => send({ type: "existing", existing })}
          leaveOut={context.leaveOut}
          onLeaveOut={(leaveOut) => send({ type: "leaveOut", leaveOut })}
          confirms={context.confirms}
          onConfirms={(confirms) => send({ type: "confirms", confirms })}
          onMapAll={(mapping) => send({ type: "mapAll", mapping })}
          onMap={(column, target) => send({ type: "map", column, target })}
          onDateOrder={(dateOrder) => send({ type: "dateOrder", dateOrder })}
          onDecimalMark={(decimalMark) => send({ type: "decimalMark", decimalMark })}
          onLabels={(chosen) => send({ type: "label", labels: chosen })}
          onStart={() => send({ type: "start" })}
          onOther={onAnother}
        />
      ) : null}
      {state === "running" && status ? (
        <Panel component="section" gap="sm" p="md" aria-label={t("contacts.inProgress")}>
          <ImportProgress status={status} pace={pace} />
          <Text size="sm" c="var(--text2)">
            {t("contacts.mayLeave")}
          </Text>
        </Panel>
      ) : null}
      {(state === "finished" || state === "failed") && status ? (
        <ImportResult status={status} onAnother={onAnother} />
      ) : null}
      <LeaveDialog
        guard={leaving}
        title={t(isUploading ? "contacts.leaveUploadTitle" : "contacts.leaveMappingTitle")}
        confirmLabel={t(isUploading ? "contacts.leaveUploadConfirm" : "contacts.leaveConfirm")}
      >
        {isUploading ? t("contacts.leaveUploadText", { file: context.file?.name }) : lost}
      </LeaveDialog>
    </Stack>
  );
}
