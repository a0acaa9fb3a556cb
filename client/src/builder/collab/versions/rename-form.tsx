import { Box, Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { NameForm } from "./name-form";
import { useRenameVersion, type Version } from "./versions-data";

interface Props {
  readonly documentId: string;
  readonly version: Version;
  readonly onClose: () => void;
}

/** A form that renames a version. */
export function RenameForm({ documentId, version, onClose }: Props) {
  const { t } = useTranslation();
  const rename = useRenameVersion(documentId, version.id);
  return (
    <Box flex={1}>
      <NameForm
        name={version.name}
        failure={rename.error}
        isFocusedFirst
        onSave={(name) => rename.mutate(name, { onSuccess: onClose })}
      >
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button type="submit" variant="filled" loading={rename.isPending}>
          {t("terms.saveName")}
        </Button>
      </NameForm>
    </Box>
  );
}
