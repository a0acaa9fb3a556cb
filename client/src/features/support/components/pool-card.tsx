import { Flex, Group, Text } from "@mantine/core";
import { IconDots, IconPencil, IconPlus, IconRoute, IconTrash, IconX } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { Card } from "@/ui/components/card";
import { IconButton } from "@/ui/components/icon-button";
import { describePoolUse } from "../describe-pool-use";
import type { Pool } from "../pools-data";
import type { PoolAction } from "./pool-sheet-slot";
import { RelayFacts } from "./relay-facts";
import { SlowedDestinationsList } from "./slowed-destinations-list";

const DOTS = <IconDots size={16} stroke={1.7} aria-hidden="true" />;

interface Props {
  readonly pool: Pool;
  readonly onAsk: (asked: PoolAction) => void;
}

/** A pool: its uses, and its relays with their status. */
export function PoolCard({ pool, onAsk }: Props) {
  const { t } = useTranslation();
  return (
    <Card
      title={pool.name}
      aside={
        <ActionMenu
          trigger={<IconButton label={t("ui.rowActions", { name: pool.name })}>{DOTS}</IconButton>}
          items={[
            {
              id: "add",
              label: t("support.pools.addRelay"),
              icon: IconPlus,
              onClick: () => onAsk({ kind: "addRelay", pool }),
            },
            {
              id: "use",
              label: t("support.pools.use"),
              icon: IconRoute,
              onClick: () => onAsk({ kind: "use", pool }),
            },
            {
              id: "rename",
              label: t("support.pools.rename"),
              icon: IconPencil,
              onClick: () => onAsk({ kind: "rename", pool }),
            },
            {
              id: "remove",
              label: t("support.pools.removePool"),
              icon: IconTrash,
              isDangerous: true,
              onClick: () => onAsk({ kind: "removePool", pool }),
            },
          ]}
        />
      }
    >
      {pool.uses.length === 0 ? (
        <Text size="sm" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
          {t("support.pools.noUses")}
        </Text>
      ) : (
        <Flex component="ul" gap="xs" wrap="wrap">
          {pool.uses.map((use) => (
            <Group
              component="li"
              key={use.useId}
              gap={4}
              wrap="nowrap"
              ps={10}
              pe={2}
              bd="1px solid var(--line2)"
              bdrs="sm"
              fz="sm"
              lh="md"
              style={{ overflowWrap: "anywhere" }}
            >
              {describePoolUse(use, t)}
              <IconButton
                size="row"
                label={t("support.pools.endUseOf", { what: describePoolUse(use, t) })}
                onClick={() => onAsk({ kind: "endUse", use })}
              >
                <IconX size={14} stroke={1.7} aria-hidden="true" />
              </IconButton>
            </Group>
          ))}
        </Flex>
      )}
      {pool.relays.length === 0 ? (
        <Text size="sm" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
          {t("support.pools.noRelays")}
        </Text>
      ) : null}
      {pool.relays.map((relay) => {
        const name = `${relay.host}:${relay.port}`;
        return (
          <RelayFacts
            key={relay.relayId}
            name={name}
            live={relay.live}
            relay={relay}
            action={
              <ActionMenu
                trigger={<IconButton label={t("ui.rowActions", { name })}>{DOTS}</IconButton>}
                items={[
                  {
                    id: "try",
                    label: t("support.pools.tryRelay"),
                    onClick: () => onAsk({ kind: "try", relayId: relay.relayId }),
                  },
                  {
                    id: "change",
                    label: t("support.pools.changeRelay"),
                    icon: IconPencil,
                    onClick: () => onAsk({ kind: "changeRelay", relay }),
                  },
                  {
                    id: "remove",
                    label: t("support.pools.removeRelay"),
                    icon: IconTrash,
                    isDangerous: true,
                    onClick: () => onAsk({ kind: "removeRelay", relay }),
                  },
                ]}
              />
            }
          />
        );
      })}
      {pool.relays.length > 0 ? <SlowedDestinationsList slowed={pool.slowed} /> : null}
    </Card>
  );
}
