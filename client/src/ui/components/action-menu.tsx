import { cloneElement, lazy, type ReactElement, type ReactNode, type Ref, Suspense, useState } from "react";
import type { MenuItem } from "./menu-item";

const loadPanel = async () => ({ default: (await import("./action-menu-panel")).ActionMenuPanel });
const Panel = lazy(loadPanel);

interface TriggerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly "aria-haspopup"?: "menu";
  readonly "aria-expanded"?: boolean;
}

interface Props {
  /** The button that opens the menu; it has its own label. */
  readonly trigger: ReactElement<TriggerProps>;
  /** The items; a function is called only when the menu opens. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Content above the items, such as the signed-in user. */
  readonly head?: ReactNode;
  readonly width?: number;
  /** The aligned edge of menu and button: the end, unless the button is at the start of a row. */
  readonly from?: "start" | "end";
  /** Called before the menu opens, for example to prefetch the data of its items. */
  readonly onOpen?: () => void;
}

/** A menu on a button. Its code loads when the pointer approaches or the menu opens. */
export function ActionMenu({ trigger, items, head, width, from = "end", onOpen }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const closed = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void loadPanel(),
    onClick: () => {
      onOpen?.();
      setNeeded(true);
      setOpen(true);
    },
  });
  if (!isNeeded) return closed;
  return (
    <Suspense fallback={closed}>
      <Panel
        trigger={trigger}
        items={typeof items === "function" ? items() : items}
        head={head}
        width={width}
        from={from}
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
    </Suspense>
  );
}
