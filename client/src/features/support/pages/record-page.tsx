import { useQueryClient } from "@tanstack/react-query";
import { keyOf } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { RecordList } from "../components/record-list";
import { useAuditLogRoom } from "../support-data";

/** Audit log of all operators' actions. */
export function RecordPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  useAuditLogRoom(() => void client.invalidateQueries({ queryKey: keyOf("get", "/api/admin/acts") }));
  return (
    <>
      <PageHead
        title={t("words.auditLog")}
        state={t("support.recordState")}
        crumbs={[{ label: t("words.supportConsole") }, { label: t("words.auditLog") }]}
      />
      <RecordList />
    </>
  );
}
