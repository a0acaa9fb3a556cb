import { RecordList } from "../components/record-list";
import { UserFrame } from "../components/user-frame";

/** What operators did to a person. */
export function UserRecordPage() {
  return <UserFrame>{({ userId }) => <RecordList user={userId} />}</UserFrame>;
}
