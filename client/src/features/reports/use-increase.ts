import { useEffect, useState } from "react";

/** How long an increase is shown beside its value. */
export const INCREASE_DISPLAY_MS = 2000;

/** By how much a value grew in the last two seconds; undefined if it did not grow. */
export function useIncrease(value: number | undefined): number | undefined {
  const [state, setState] = useState<{ readonly value: number | undefined; readonly from: number | undefined }>({
    value,
    from: undefined,
  });
  if (value !== state.value) {
    const isGrowth = value !== undefined && state.value !== undefined && value > state.value;
    setState({ value, from: isGrowth ? (state.from ?? state.value) : undefined });
  }
  useEffect(() => {
    if (state.from === undefined) return;
    const timer = setTimeout(() => setState((old) => ({ ...old, from: undefined })), INCREASE_DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return state.from !== undefined && state.value !== undefined ? state.value - state.from : undefined;
}
