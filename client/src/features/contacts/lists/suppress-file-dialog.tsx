import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { fileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { FileDrop } from "../components/file-drop";
import { ImportIssue } from "../components/import-issue";
import { needsEncodingChoice } from "../import-issues";
import { DECIDED_ENCODING } from "../import-machine";
import { ChoiceField } from "./choice-field";
import { OutcomeDialog } from "./outcome-dialog";
import { ScopeField } from "./scope-field";
import { MAX_FILE_BYTES, REASONS, type Reason, type SuppressionScope, useSuppressFile } from "./suppressions-data";

/** Suppresses the addresses of a file, such as an export of another product. */
export function SuppressFileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [reason, setReason] = useState<Reason>("manual");
  const [scope, setScope] = useState<SuppressionScope>("marketing");
  const upload = useSuppressFile();
  const title = t("suppressions.importTitle");

  if (upload.data) return <OutcomeDialog title={title} of={upload.data} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="var(--text2)">
          {t("suppressions.importHelp")}
        </Text>
        <FileDrop
          file={file}
          limitBytes={MAX_FILE_BYTES}
          help={t("suppressions.dropHelp", { limit: fileSize(MAX_FILE_BYTES) })}
          onChoose={(chosen) => {
            upload.reset();
            setFile(chosen);
          }}
        />
        <ChoiceField
          label={t("suppressions.importReason")}
          value={reason}
          options={REASONS}
          words={(each) => t(`suppressions.reasons.${each}`)}
          onChange={setReason}
        />
        <ScopeField value={scope} onChange={setScope} />
        <ImportIssue
          failure={upload.error}
          actions={
            file && needsEncodingChoice(upload.error) ? (
              <Button
                size="xs"
                variant="filled"
                onClick={() => upload.mutate({ file, reason, scope, encoding: DECIDED_ENCODING })}
              >
                {t("contacts.readAsWindows")}
              </Button>
            ) : undefined
          }
        />
      </Stack>
      <FormActions mt="lg">
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button
          variant="filled"
          aria-disabled={!file || undefined}
          loading={upload.isPending}
          onClick={() => file && upload.mutate({ file, reason, scope })}
        >
          {t("suppressions.importConfirm")}
        </Button>
      </FormActions>
    </Dialog>
  );
}
