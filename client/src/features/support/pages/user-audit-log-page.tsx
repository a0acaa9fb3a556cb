import { AuditLogList } from "../components/audit-log-list";
import { UserFrame } from "../components/user-frame";

/** Audit log of operators' actions on a user. */
export function UserAuditLogPage() {
  return <UserFrame>{({ userId }) => <AuditLogList user={userId} />}</UserFrame>;
}
