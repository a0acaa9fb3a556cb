import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { MenuItem } from "./menu-item";

const loadPanel = async () => ({ default: (await import("./action-menu-panel")).ActionMenuPanel });
const Panel = lazy(loadPanel);

interface TriggerProps {
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly "aria-haspopup"?: "menu";
  readonly "aria-expanded"?: boolean;
}

interface Props {
  /** The button that opens it; it names itself. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly items: readonly MenuItem[];
  /** Above the items: who is signed in. */
  readonly head?: ReactNode;
  readonly width?: number;
}

/** A menu at a button. Nothing of it is loaded until the pointer comes near or it is opened. */
export function ActionMenu({ trigger, items, head, width }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const closed = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: () => void loadPanel(),
    onClick: () => {
      setNeeded(true);
      setOpen(true);
    },
  });
  if (!isNeeded) return closed;
  return (
    <Suspense fallback={closed}>
      <Panel trigger={trigger} items={items} head={head} width={width} isOpen={isOpen} onOpenChange={setOpen} />
    </Suspense>
  );
}
