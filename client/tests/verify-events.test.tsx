import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FEATURE_EVENTS } from "@/app/feature-events";
import { getSessionState, session } from "@/features/session/public";
import kinds from "@/generated/events.json";
import { readRecordings, replay } from "./verify-events";

const RECORDINGS = readRecordings();
const DURABLE_EVENTS = Object.entries(kinds).flatMap(([name, { delivery }]) => (delivery === "kept" ? [name] : []));
/** Events about the session or sign-in, which change no list: a lock ends every session of its user. */
const SESSION_EVENTS = ["identity.session.ended", "identity.user.locked", "identity.user.unlocked"];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(RECORDINGS)("%s", (_, recording) => {
  test("state before and events come to a fresh fetch", async () => {
    const { shown, fetches, news } = await replay(recording, recording.events);

    recording.reads.forEach(({ before, after, waits }, place) => {
      expect(shown[place]).toEqual(waits ? before : after);
      if (waits) expect(fetches[place]).toBe(0);
    });
    expect(news).toEqual(recording.news?.says);
  });

  test("without its events a screen would be wrong", async () => {
    const { shown } = await replay(recording, []);

    expect(recording.reads.some(({ after }, place) => JSON.stringify(shown[place]) !== JSON.stringify(after))).toBe(
      true,
    );
  });

  test("events that come again once all is fresh change nothing", async () => {
    const fresh = {
      ...recording,
      reads: recording.reads.map((read) => (read.waits ? read : { ...read, before: read.after })),
    };

    const { shown } = await replay(fresh, [...recording.events, ...recording.events]);

    expect(shown).toEqual(fresh.reads.map(({ before }) => before));
  });
});

test("every kept event of the contract is recorded, and nothing else", () => {
  const recorded = new Set(RECORDINGS.flatMap(([, { events }]) => events.map(({ name }) => name)));

  expect(DURABLE_EVENTS.filter((name) => !recorded.has(name))).toEqual(SESSION_EVENTS);
  expect([...recorded].filter((name) => !DURABLE_EVENTS.includes(name))).toEqual([]);
});

/** Events that another event of the same transaction covers: a lock is covered by the ends of the sessions. */
const ECHOES = ["delivery.mailing.changed", "identity.user.locked", "identity.user.unlocked"];

test("every kept event has a feature that listens", () => {
  const heard = new Set(FEATURE_EVENTS.flatMap((map) => Object.keys(map)));

  expect(DURABLE_EVENTS.filter((name) => !heard.has(name))).toEqual(ECHOES);
});

test("the end of the session signs this tab out", async () => {
  session.start();
  session.send({ type: "adopted", token: "alice" });
  const handlers = FEATURE_EVENTS.flatMap((map) => map["identity.session.ended"] ?? []);

  for (const handler of handlers) handler({} as never, { reason: "forced-out" });

  expect(getSessionState()).toBe("loggedOut");
});
