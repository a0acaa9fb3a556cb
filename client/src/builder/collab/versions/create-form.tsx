import { Button } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { NameForm } from "./name-form";
import { useCreateVersion } from "./versions-data";

interface Props {
  readonly documentId: string;
  /** Whether all changes are on the server. Others would be missing in a version. */
  readonly isSaved: boolean;
  readonly onCreated: (id: string) => void;
}

/** A form that names the current state. */
export function CreateForm({ documentId, isSaved, onCreated }: Props) {
  const { t } = useTranslation();
  const create = useCreateVersion(documentId);
  return (
    <NameForm
      name=""
      failure={create.error}
      onSave={(name, clear) =>
        create.mutate(name, {
          onSuccess: ({ id }) => {
            clear();
            onCreated(id);
          },
        })
      }
    >
      <Button type="submit" disabled={!isSaved} loading={create.isPending}>
        {t("collab.versions.keep")}
      </Button>
    </NameForm>
  );
}
