import { useListAddress } from "@/ui/table/list-address";
import { SessionsTable } from "../components/sessions-table";
import { TeamFrame } from "../components/team-frame";
import { SESSION_SORTS, useTeamSessions } from "../support-data";

/** A team's live sessions: who is signed in from where, and their current screens. */
export function TeamSessionsPage() {
  return <TeamFrame>{({ companyId }) => <TeamSessions id={companyId} />}</TeamFrame>;
}

function TeamSessions({ id }: { readonly id: string }) {
  const [address, change] = useListAddress({ defaultSort: "-lastSeenAt", sorts: SESSION_SORTS, size: 25 });
  const sessions = useTeamSessions(id, address);
  return <SessionsTable of="team" answer={sessions} address={address} onChange={change} />;
}
