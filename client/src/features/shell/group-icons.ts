import {
  IconChartBar,
  IconCreditCard,
  IconFolder,
  IconHeadset,
  IconHelpCircle,
  IconHome,
  IconLayout,
  IconRoute,
  IconSend,
  IconServer,
  IconSettings,
  IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { MenuGroup, MenuIconProps } from "@/lib/routing";

export const GROUP_ICONS: Readonly<Record<MenuGroup, ComponentType<MenuIconProps>>> = {
  home: IconHome,
  audience: IconUsers,
  campaign: IconSend,
  automation: IconRoute,
  pagesAndForms: IconLayout,
  assets: IconFolder,
  reports: IconChartBar,
  transactional: IconServer,
  settings: IconSettings,
  billing: IconCreditCard,
  help: IconHelpCircle,
  support: IconHeadset,
};
