import dayjs from "dayjs";
import { toTeamTime } from "@/lib/dates";
import type { CalendarEvent } from "../draft";

const LOCAL_FORMAT = "YYYY-MM-DDTHH:mm";

/** An event as typed. Times are in the team's time zone, in the format of a datetime input. */
export interface TypedEvent {
  readonly title: string;
  readonly starts: string;
  readonly ends: string;
  readonly place: string;
  readonly details: string;
}

export function toTypedEvent(event: CalendarEvent): TypedEvent {
  const { title, startsAt, endsAt, place, details } = event;
  return {
    title,
    starts: toTeamTime(startsAt).format(LOCAL_FORMAT),
    ends: toTeamTime(endsAt).format(LOCAL_FORMAT),
    place,
    details,
  };
}

/** Default event: tomorrow from 9:00 to 10:00. */
export function createDefaultEvent(now: number): TypedEvent {
  const day = toTeamTime(now).add(1, "day").format("YYYY-MM-DD");
  return { title: "", starts: `${day}T09:00`, ends: `${day}T10:00`, place: "", details: "" };
}

/** Key of the validation error; undefined if the event is valid. */
export function validateEvent({ title, starts, ends }: TypedEvent): "title" | "times" | undefined {
  if (title.trim() === "") return "title";
  return starts && ends && starts < ends ? undefined : "times";
}

export function toCalendarEvent(typed: TypedEvent): CalendarEvent {
  const { title, starts, ends, place, details } = typed;
  return { title: title.trim(), startsAt: toIsoTime(starts), endsAt: toIsoTime(ends), place, details };
}

function toIsoTime(local: string): string {
  const offset = toTeamTime(dayjs.utc(local).toISOString()).utcOffset();
  return dayjs.utc(local).subtract(offset, "minute").toISOString();
}
