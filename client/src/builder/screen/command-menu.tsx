import { IconDots } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { ActionMenu } from "@/ui/components/action-menu";
import { IconButton } from "@/ui/components/icon-button";

interface Props {
  readonly label: string;
  readonly items: ComponentProps<typeof ActionMenu>["items"];
}

/** The menu of commands on the selected nodes, in the head of the panel. */
export function CommandMenu({ label, items }: Props) {
  return (
    <ActionMenu
      trigger={
        <IconButton size="row" label={label}>
          <IconDots size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      }
      items={items}
    />
  );
}
