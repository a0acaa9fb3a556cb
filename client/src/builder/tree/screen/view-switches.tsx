import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import type { View } from "../registry";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

interface Props {
  readonly view: View;
  readonly setView: (view: View) => void;
}

/** Switches for the device and the colour scheme of the canvas. */
export function ViewSwitches({ view, setView }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t("tree.views.device")}
        value={view.device}
        onChange={(device) => setView({ ...view, device })}
        options={[
          { value: "desktop", label: t("terms.desktop"), icon: <IconDeviceDesktop {...ICON} /> },
          { value: "phone", label: t("terms.phone"), icon: <IconDeviceMobile {...ICON} /> },
        ]}
      />
      <Segmented
        label={t("terms.colourScheme")}
        value={view.scheme}
        onChange={(scheme) => setView({ ...view, scheme })}
        options={[
          { value: "light", label: t("tree.views.light"), icon: <IconSun {...ICON} /> },
          { value: "dark", label: t("tree.views.dark"), icon: <IconMoon {...ICON} /> },
        ]}
      />
    </>
  );
}
