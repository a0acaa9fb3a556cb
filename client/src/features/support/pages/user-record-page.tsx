import { RecordList } from "../components/record-list";
import { UserFrame } from "../components/user-frame";

/** Audit log of operators' actions on a user. */
export function UserRecordPage() {
  return <UserFrame>{({ userId }) => <RecordList user={userId} />}</UserFrame>;
}
