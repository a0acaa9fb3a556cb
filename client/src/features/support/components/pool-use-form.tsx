import { NativeSelect, TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { type Pool, type Pools, STREAMS, type Stream } from "../pools-data";
import { useTeams } from "../support-data";
import { ChangeSheet } from "./change-sheet";

const USE_SCOPES = ["everyTeam", "oneTeam", "onePlan"] as const;
const MAX_TEAMS = 20;

interface Props {
  readonly pool: Pool;
  readonly plans: Pools["plans"];
  readonly onClose: () => void;
}

/** Selects the email that a pool sends: a stream of all teams, of one team, or of the teams on a plan. */
export function PoolUseForm({ pool, plans, onClose }: Props) {
  const { t } = useTranslation();
  const [stream, setStream] = useState<Stream>("marketing");
  const [whose, setWhose] = useState<(typeof USE_SCOPES)[number]>("everyTeam");
  const [plan, setPlan] = useState(plans[0]?.packetId);
  const [search, setSearch] = useState("");
  const [chosen, setTeam] = useState<string>();
  const teamsQuery = useTeams({ page: 1, size: MAX_TEAMS, search: useDeferredValue(search), filter: undefined });
  const teams = teamsQuery.data?.items ?? [];
  const team = teams.some(({ companyId }) => companyId === chosen) ? chosen : teams[0]?.companyId;

  return (
    <ChangeSheet
      title={t("support.pools.use")}
      label={t("support.pools.use")}
      changeOf={() => {
        if (whose === "everyTeam") return { kind: "use", pool, fields: { stream } };
        if (whose === "oneTeam") return team ? { kind: "use", pool, fields: { stream, companyId: team } } : undefined;
        return plan ? { kind: "use", pool, fields: { stream, packetId: plan } } : undefined;
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={t("support.pools.stream")}
        value={stream}
        data={STREAMS.map((value) => ({ value, label: t(`support.pools.streams.${value}`) }))}
        onChange={({ currentTarget }) => setStream(STREAMS.find((one) => one === currentTarget.value) ?? stream)}
      />
      <NativeSelect
        label={t("terms.appliesTo")}
        value={whose}
        data={USE_SCOPES.map((value) => ({ value, label: t(`support.pools.${value}`) }))}
        onChange={({ currentTarget }) => setWhose(USE_SCOPES.find((one) => one === currentTarget.value) ?? whose)}
      />
      {whose === "oneTeam" ? (
        <>
          <TextInput
            label={t("support.pools.searchTeam")}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <NativeSelect
            label={t("words.team")}
            value={team ?? ""}
            data={teams.map(({ companyId, name }) => ({ value: companyId, label: name }))}
            error={teamsQuery.isSuccess && teams.length === 0 ? t("support.pools.noTeam") : undefined}
            onChange={({ currentTarget }) => setTeam(currentTarget.value)}
          />
        </>
      ) : null}
      {whose === "onePlan" ? (
        <NativeSelect
          label={t("terms.plan")}
          value={plan ?? ""}
          data={plans.map(({ packetId, name }) => ({ value: packetId, label: name }))}
          onChange={({ currentTarget }) => setPlan(currentTarget.value)}
        />
      ) : null}
    </ChangeSheet>
  );
}
