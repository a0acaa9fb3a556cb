import type { EventMap } from "@/lib/socket/events";
import { ADVICE_KEY } from "./advice-data";

export const adviceEvents: EventMap = {
  "reports.advice.changed": (client) => void client.invalidateQueries({ queryKey: ADVICE_KEY }),
};
