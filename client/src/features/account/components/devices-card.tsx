import { Box, Button, Group, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from "@tabler/icons-react";
import { useState } from "react";
import { formatDateTime } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { CardRow } from "@/ui/components/card-row";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { toast } from "@/ui/toasts";
import { type Device, useEndDevice, useEndOthers } from "../account-data";
import { type DeviceKind, detectDeviceKind } from "../device";
import own from "./devices-card.module.css";

const ICONS: Readonly<Record<DeviceKind, typeof IconDeviceDesktop>> = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
};

/** This device first, then the most recently seen. */
function sortDevices(devices: readonly Device[]): readonly Device[] {
  return [...devices].sort(
    (one, other) => Number(other.current) - Number(one.current) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );
}

function DeviceRow({ device, onEnd }: { readonly device: Device; readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const Icon = ICONS[detectDeviceKind(device.device)];
  const name = device.device || t("account.devices.unknown");
  return (
    <CardRow component="li">
      <div className={own.device}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
        <Box flex="1 1 280px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Group component="span" gap="xs">
            <Text component="strong" display="block" fw={500}>
              {name}
            </Text>
            {device.current ? <StateBadge kind="ok">{t("account.devices.current")}</StateBadge> : null}
          </Group>
          <Text size="sm" mt={2} c="var(--text2)">
            {device.address ? `${device.address} · ` : null}
            {t("account.devices.lastSeen")} <RelativeTime at={device.lastSeenAt} />
            {" · "}
            {t("account.devices.since", { date: formatDateTime(device.createdAt) })}
          </Text>
        </Box>
      </div>
      {device.current ? null : (
        <Button onClick={onEnd}>
          {t("terms.signOut")} <span className="said">{name}</span>
        </Button>
      )}
    </CardRow>
  );
}

/** Lists the devices on which the user is signed in; all but this one can be signed out. */
export function DevicesCard({ devices }: { readonly devices: readonly Device[] }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Device | "others">();
  const endOne = useEndDevice();
  const endOthers = useEndOthers();
  const others = devices.filter(({ current }) => !current).length;
  const failure = asked === "others" ? endOthers.error : endOne.error;
  const close = () => {
    setAsked(undefined);
    endOne.reset();
    endOthers.reset();
  };

  function confirm(): void {
    if (asked === "others") {
      endOthers.mutate(
        {},
        {
          onSuccess: ({ ended }) => {
            toast("success", t("account.devices.endedMany", { count: ended, ended: formatInteger(ended) }));
            close();
          },
        },
      );
    } else if (asked) {
      endOne.mutate(
        { params: { path: { session_id: asked.id } } },
        {
          onSuccess: () => {
            toast("success", t("account.devices.ended", { device: asked.device || t("account.devices.unknown") }));
            close();
          },
        },
      );
    }
  }

  return (
    <Card
      title={t("account.devices.title")}
      isFlush
      aside={
        others > 0 ? (
          <Button variant="subtle" size="xs" onClick={() => setAsked("others")}>
            {t("account.devices.endOthers", { count: others, others: formatInteger(others) })}
          </Button>
        ) : undefined
      }
    >
      <Box component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("account.devices.title")}>
        {sortDevices(devices).map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={() => setAsked(device)} />
        ))}
      </Box>
      {asked ? (
        <ConfirmDialog
          title={asked === "others" ? t("account.devices.othersTitle") : t("account.devices.endTitle")}
          confirmLabel={
            asked === "others"
              ? t("account.devices.endOthers", { count: others, others: formatInteger(others) })
              : t("terms.signOut")
          }
          isDangerous
          isBusy={endOne.isPending || endOthers.isPending}
          onConfirm={confirm}
          onCancel={close}
        >
          <p>
            {asked === "others"
              ? t("account.devices.othersText", { count: others, others: formatInteger(others) })
              : t("account.devices.endText", { device: asked.device || t("account.devices.unknown") })}
          </p>
          <FailureNotice error={failure} />
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
