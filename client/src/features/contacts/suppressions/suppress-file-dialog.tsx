import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { formatFileSize } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { FileDrop } from "../import/components/file-drop";
import { ImportIssue } from "../import/components/import-issue";
import { needsEncodingChoice } from "../import/import-issues";
import { CONFIRMED_ENCODING } from "../import/import-machine";
import { ChoiceField } from "./choice-field";
import { ScopeField } from "./scope-field";
import { SuppressionResultDialog } from "./suppression-result-dialog";
import {
  MAX_FILE_BYTES,
  SUPPRESSION_REASONS,
  type SuppressionReason,
  type SuppressionScope,
  useSuppressFile,
} from "./suppressions-data";

/** Suppresses the addresses of a file, such as an export of another product. */
export function SuppressFileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  const [reason, setReason] = useState<SuppressionReason>("manual");
  const [scope, setScope] = useState<SuppressionScope>("marketing");
  const upload = useSuppressFile();
  const title = t("suppressions.importTitle");

  if (upload.data) return <SuppressionResultDialog title={title} of={upload.data} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="var(--text2)">
          {t("suppressions.importHelp")}
        </Text>
        <FileDrop
          file={file}
          limitBytes={MAX_FILE_BYTES}
          help={t("suppressions.dropHelp", { limit: formatFileSize(MAX_FILE_BYTES) })}
          onChoose={(chosen) => {
            upload.reset();
            setFile(chosen);
          }}
        />
        <ChoiceField
          label={t("suppressions.importReason")}
          value={reason}
          options={SUPPRESSION_REASONS}
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
                onClick={() => upload.mutate({ file, reason, scope, encoding: CONFIRMED_ENCODING })}
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
