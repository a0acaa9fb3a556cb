/** The element that an event is about; undefined for anything else. Inside an icon it is an SVG element. */
export function toElement(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target as HTMLElement) : undefined;
}
