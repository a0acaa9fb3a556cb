import { IconX } from "@tabler/icons-react";
import { IconButton } from "./icon-button";

interface Props {
  readonly label: string;
  readonly onClick: () => void;
}

export function CloseButton({ label, onClick }: Props) {
  return (
    <IconButton size="row" label={label} onClick={onClick}>
      <IconX size={16} stroke={1.7} aria-hidden="true" />
    </IconButton>
  );
}
