import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { toTextKey, translate } from "@/lib/i18n/translation";
import { describeOutcome, formatActionLabel, formatActionTitle, listConsequences } from "./action-texts";
import {
  buildReason,
  DANGEROUS_ACTIONS,
  MAX_REASON_CHARACTERS,
  type OperatorAction,
  OTHER_REASON,
  REASONS,
} from "./operator-actions";
import type { LiveSession, TeamDetail, UserDetail } from "./support-data";
import english from "./texts/en.json";

const TEAM = {
  companyId: "01a1fc3d-0000-7000-8000-00000000c0b1",
  name: "Kopi Selatan",
  slug: "kopi-selatan",
  sessions: 12,
  people: 5,
  members: 7,
  own: false,
} as TeamDetail;
const USER = {
  fullname: "Raka Wibisono",
  email: "raka@kopi.example",
  sessions: 2,
  teams: 1,
  own: false,
} as UserDetail;
const SESSION = { fullname: "Raka Wibisono", email: "raka@kopi.example" } as LiveSession;

const ACTIONS: readonly OperatorAction[] = [
  { kind: "endSession", session: SESSION },
  { kind: "endTeamSessions", team: TEAM },
  { kind: "suspendTeam", team: TEAM },
  { kind: "restoreTeam", team: TEAM },
  { kind: "resumeSending", team: TEAM },
  { kind: "endUserSessions", person: USER },
  { kind: "lockUser", person: USER },
  { kind: "unlockUser", person: USER },
  { kind: "clearCodes", person: USER },
  { kind: "giveOperator", person: USER },
  { kind: "takeOperator", person: USER },
];

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { translation: english } }, interpolation: { escapeValue: false } });
});

describe("the words of an act", () => {
  test("the consequence is told in numbers, and the button bears them", () => {
    const act: OperatorAction = { kind: "endTeamSessions", team: TEAM };

    expect(listConsequences(act, translate)).toEqual([
      "Ends 12 sessions of 5 users immediately. Users are signed out within a second and can sign in again.",
    ]);
    expect(formatActionLabel(act, translate)).toBe("End 12 sessions");
    expect(formatActionTitle(act, translate)).toBe("End all sessions of Kopi Selatan?");
  });

  test("the operator's own session is not counted, and that is said", () => {
    const own: OperatorAction = { kind: "endTeamSessions", team: { ...TEAM, sessions: 2, people: 2, own: true } };

    expect(formatActionLabel(own, translate)).toBe("End 1 session");
    expect(listConsequences(own, translate)).toEqual([
      "Ends 1 session of 2 users immediately. Users are signed out within a second and can sign in again.",
      "Your own session stays active.",
    ]);
  });

  test("what was done is told from the server's answer", () => {
    const act: OperatorAction = { kind: "endTeamSessions", team: TEAM };

    expect(describeOutcome(act, { sessions: 11 }, translate)).toBe("11 sessions ended for Kopi Selatan");
    expect(describeOutcome(act, { sessions: 0 }, translate)).toBe("Already done, nothing changed");
    expect(describeOutcome({ kind: "lockUser", person: USER }, { changed: false }, translate)).toBe(
      "Already done, nothing changed",
    );
  });

  test.each(ACTIONS)("$kind has every sentence, with nothing left to fill in", (act) => {
    const shownTexts = [
      formatActionTitle(act, translate),
      ...listConsequences(act, translate),
      formatActionLabel(act, translate),
      describeOutcome(act, { sessions: 2, changed: true }, translate),
      ...REASONS[act.kind].map((name) => translate(toTextKey(`support.reasons.${name}`))),
    ];

    expect(shownTexts.filter((sentence) => /support\.|\{\{/.test(sentence))).toEqual([]);
  });

  test("what gives something back is not drawn as a danger", () => {
    expect(ACTIONS.filter(({ kind }) => !DANGEROUS_ACTIONS.has(kind)).map(({ kind }) => kind)).toEqual([
      "restoreTeam",
      "resumeSending",
      "unlockUser",
      "clearCodes",
      "giveOperator",
    ]);
  });
});

describe("the reason", () => {
  test("a ready-made one stands alone, or with a note", () => {
    expect(buildReason("unpaid", "The plan is unpaid", " ")).toBe("The plan is unpaid");
    expect(buildReason("unpaid", "The plan is unpaid", " since May ")).toBe("The plan is unpaid. since May");
  });

  test("something else needs a note of 3 to 500 characters", () => {
    expect(buildReason(OTHER_REASON, "", " ok ")).toBeUndefined();
    expect(buildReason(OTHER_REASON, "", "yes")).toBe("yes");
    expect(buildReason(OTHER_REASON, "", "x".repeat(MAX_REASON_CHARACTERS))).toHaveLength(MAX_REASON_CHARACTERS);
    expect(buildReason(OTHER_REASON, "", "x".repeat(MAX_REASON_CHARACTERS + 1))).toBeUndefined();
    expect(buildReason("unpaid", "The plan is unpaid", "x".repeat(MAX_REASON_CHARACTERS))).toBeUndefined();
  });
});
