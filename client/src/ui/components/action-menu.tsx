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
  /** The button that opens it; it names itself. */
  readonly trigger: ReactElement<TriggerProps>;
  /** What it offers; as a function, asked for no sooner than it opens. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Above the items: who is signed in. */
  readonly head?: ReactNode;
  readonly width?: number;
  /** Which of its edges stands under that of the button; the end, unless it begins a row. */
  readonly from?: "start" | "end";
  /** Before it opens: what its items are made from may be fetched then. */
  readonly onOpen?: () => void;
}

/** A menu at a button. Nothing of it is loaded until the pointer comes near or it is opened. */
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
