/** The element that an event is about; undefined for anything else. `instanceof` fails for those of another document. */
export function elementOf(target: EventTarget | null): HTMLElement | undefined {
  const isElement = target !== null && "nodeType" in target && target.nodeType === 1;
  return isElement ? (target as HTMLElement) : undefined;
}
