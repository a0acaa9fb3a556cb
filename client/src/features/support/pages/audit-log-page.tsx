import { useQueryClient } from "@tanstack/react-query";
import { buildQueryKey } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";
import { PageHead } from "@/ui/components/page-head";
import { AuditLogList } from "../components/audit-log-list";
import { useAuditLogRoom } from "../support-data";

/** Audit log of all operators' actions. */
export function AuditLogPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  useAuditLogRoom(() => void client.invalidateQueries({ queryKey: buildQueryKey("get", "/api/admin/acts") }));
  return (
    <>
      <PageHead
        title={t("words.auditLog")}
        state={t("support.recordState")}
        crumbs={[{ label: t("words.supportConsole") }, { label: t("words.auditLog") }]}
      />
      <AuditLogList />
    </>
  );
}
