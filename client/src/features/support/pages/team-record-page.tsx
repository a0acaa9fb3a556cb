import { RecordList } from "../components/record-list";
import { TeamFrame } from "../components/team-frame";

/** Audit log of operators' actions on a team. */
export function TeamRecordPage() {
  return <TeamFrame>{({ companyId }) => <RecordList team={companyId} />}</TeamFrame>;
}
