import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

interface Props {
  readonly label: string;
  readonly onClick: () => void;
}

export function CloseButton({ label, onClick }: Props) {
  return (
    <ActionIcon size="xs" aria-label={label} onClick={onClick}>
      <IconX size={16} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
