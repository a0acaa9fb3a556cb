import { AuditLogList } from "../components/audit-log-list";
import { TeamFrame } from "../components/team-frame";

/** Audit log of operators' actions on a team. */
export function TeamAuditLogPage() {
  return <TeamFrame>{({ companyId }) => <AuditLogList team={companyId} />}</TeamFrame>;
}
