import { RecordList } from "../components/record-list";
import { TeamFrame } from "../components/team-frame";

/** What operators did to a team. */
export function TeamRecordPage() {
  return <TeamFrame>{({ companyId }) => <RecordList team={companyId} />}</TeamFrame>;
}
