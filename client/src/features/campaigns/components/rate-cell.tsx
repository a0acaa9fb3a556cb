import { Flex, Text } from "@mantine/core";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";

interface Props {
  readonly part: number;
  readonly whole: number;
}

/** A rate with its numerator. */
export function RateCell({ part, whole }: Props) {
  return (
    <Flex
      component="span"
      gap="xs"
      align="baseline"
      display="inline-flex"
      c="var(--text)"
      title={`${formatInteger(part)} / ${formatInteger(whole)}`}
    >
      {formatPercentageOf(part, whole)}
      {whole > 0 ? (
        <Text component="small" size="xs" miw={40} c="dimmed">
          {formatInteger(part)}
        </Text>
      ) : null}
    </Flex>
  );
}
