import type { PoolChange } from "../pools-data";
import { ChangeSheet } from "./change-sheet";
import { useChangeForm } from "./use-change-form";

interface Props {
  readonly title: string;
  readonly label: string;
  readonly consequence: string;
  readonly removal: PoolChange;
  readonly onClose: () => void;
}

/** Confirms a removal, with its consequence. */
export function RemovalSheet({ title, label, consequence, removal, onClose }: Props) {
  const change = useChangeForm({ initial: { reason: "" }, changeOf: () => removal, isRemoval: true, onClose });
  return <ChangeSheet {...change} title={title} label={label} consequence={consequence} onClose={onClose} />;
}
