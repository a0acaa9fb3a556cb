import { IconAlignCenter, IconAlignLeft, IconAlignRight } from "@tabler/icons-react";

export const SIDE_ICONS = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight } as const;
