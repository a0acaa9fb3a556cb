export type DeviceKind = "phone" | "tablet" | "computer";

/** Kind of device in a session's description, such as "Mobile Safari 18 (iOS)". */
export function detectDeviceKind(device: string): DeviceKind {
  if (/\biPad\b|tablet/i.test(device)) return "tablet";
  return /\b(iOS|iPhone|Android|Mobile)\b/i.test(device) ? "phone" : "computer";
}
