import { useTranslation } from "@/lib/i18n/translation";
import { describePoolUse } from "../describe-pool-use";
import type { Pools } from "../pools-data";
import { ConnectionTestSheet } from "./connection-test-sheet";
import { NameSheet } from "./name-sheet";
import type { PoolAction } from "./pool-sheet-slot";
import { PoolUseForm } from "./pool-use-form";
import { RelayForm } from "./relay-form";
import { RemovalSheet } from "./removal-sheet";

interface Props {
  readonly asked: PoolAction;
  readonly plans: Pools["plans"];
  readonly onClose: () => void;
}

/** The sheet of a change: a form, a confirmation before a removal, or a connection test. */
export function PoolSheet({ asked, plans, onClose }: Props) {
  const { t } = useTranslation();
  switch (asked.kind) {
    case "try":
      return <ConnectionTestSheet relayId={asked.relayId} onClose={onClose} />;
    case "addRelay":
      return <RelayForm pool={asked.pool} onClose={onClose} />;
    case "changeRelay":
      return <RelayForm relay={asked.relay} onClose={onClose} />;
    case "use":
      return <PoolUseForm pool={asked.pool} plans={plans} onClose={onClose} />;
    case "addPool":
      return (
        <NameSheet
          title={t("support.pools.addPool")}
          label={t("support.pools.addPool")}
          initialName=""
          changeOf={(name) => ({ kind: "addPool", name })}
          onClose={onClose}
        />
      );
    case "rename":
      return (
        <NameSheet
          title={t("support.pools.rename")}
          label={t("terms.saveName")}
          initialName={asked.pool.name}
          changeOf={(name) => ({ kind: "rename", pool: asked.pool, name })}
          onClose={onClose}
        />
      );
    case "removePool":
      return (
        <RemovalSheet
          title={t("words.deleteName", { name: asked.pool.name })}
          label={t("support.pools.removePool")}
          consequence={t("support.pools.removePoolAsk", { name: asked.pool.name, count: asked.pool.relays.length })}
          removal={{ kind: "removePool", pool: asked.pool }}
          onClose={onClose}
        />
      );
    case "removeRelay":
      return (
        <RemovalSheet
          title={t("words.deleteName", { name: `${asked.relay.host}:${asked.relay.port}` })}
          label={t("support.pools.removeRelay")}
          consequence={t("support.pools.removeRelayAsk", { name: `${asked.relay.host}:${asked.relay.port}` })}
          removal={{ kind: "removeRelay", relay: asked.relay }}
          onClose={onClose}
        />
      );
    case "endUse":
      return (
        <RemovalSheet
          title={t("support.pools.endUse")}
          label={t("support.pools.end")}
          consequence={t("support.pools.endUseAsk", { what: describePoolUse(asked.use, t) })}
          removal={{ kind: "endUse", use: asked.use }}
          onClose={onClose}
        />
      );
  }
}
