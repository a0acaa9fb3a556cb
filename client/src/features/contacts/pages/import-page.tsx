import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { ImportWizard } from "../import/components/import-wizard";
import { toStoredImport } from "../import/import-actors";
import type { StoredImport } from "../import/import-machine";
import { useImport } from "../import/imports-data";
import { preparedQuery, useImportSetting } from "../import/wizard-data";

/** Address parameter of the prepared import, so that a reload continues with it. */
const IMPORT_PARAM = "import";

/** The import wizard: continues a running import, then the one in the address, or starts a new one. */
export function ImportPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const requestedId = params.get(IMPORT_PARAM) ?? undefined;
  const current = useImport();
  const { data: setting, error, refetch } = useImportSetting();
  const prepared = useQuery({ ...preparedQuery(requestedId ?? ""), enabled: requestedId !== undefined });
  const retry = () => void refetch();

  const running: StoredImport | undefined =
    current?.state === "RUNNING"
      ? { importId: current.importId, state: current.state, mapping: [], dateOrder: undefined }
      : undefined;
  const named = prepared.data ? toStoredImport(prepared.data) : undefined;
  const importId = named?.importId ?? running?.importId;
  const thing = importId ? `import:${importId}` : undefined;
  useWatching(thing);
  const isKnown = current !== undefined && setting && (requestedId === undefined || !prepared.isPending);
  return (
    <>
      <PageHead
        title={t("contacts.import")}
        state={t("contacts.importState")}
        crumbs={[{ label: t("contacts.audience") }, { label: t("contacts.title"), to: "/contacts" }]}
        actions={thing ? <Watchers thing={thing} /> : undefined}
      />
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {isKnown ? (
        <ImportWizard
          known={named ?? running}
          setting={setting}
          onPrepared={(importId) =>
            setParams(importId ? { [IMPORT_PARAM]: importId } : {}, { replace: true, preventScrollReset: true })
          }
        />
      ) : null}
    </>
  );
}
