import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { composedKey, translate } from "@/lib/i18n/translation";
import { actionLabel, describeOutcome, listConsequences, titleOf } from "./action-texts";
import { buildReason, DANGEROUS, MAX_REASON_CHARACTERS, type OperatorAction, OTHER, REASONS } from "./operator-actions";
import type { LiveSession, PersonDetail, TeamDetail } from "./support-data";
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
const PERSON = {
  fullname: "Raka Wibisono",
  email: "raka@kopi.example",
  sessions: 2,
  teams: 1,
  own: false,
} as PersonDetail;
const SESSION = { fullname: "Raka Wibisono", email: "raka@kopi.example" } as LiveSession;

const ACTS: readonly OperatorAction[] = [
  { kind: "endSession", session: SESSION },
  { kind: "endTeamSessions", team: TEAM },
  { kind: "suspendTeam", team: TEAM },
  { kind: "restoreTeam", team: TEAM },
  { kind: "resumeSending", team: TEAM },
  { kind: "endUserSessions", person: PERSON },
  { kind: "lockUser", person: PERSON },
  { kind: "unlockUser", person: PERSON },
  { kind: "clearCodes", person: PERSON },
  { kind: "giveOperator", person: PERSON },
  { kind: "takeOperator", person: PERSON },
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
    expect(actionLabel(act, translate)).toBe("End 12 sessions");
    expect(titleOf(act, translate)).toBe("End all sessions of Kopi Selatan?");
  });

  test("the operator's own session is not counted, and that is said", () => {
    const own: OperatorAction = { kind: "endTeamSessions", team: { ...TEAM, sessions: 2, people: 2, own: true } };

    expect(actionLabel(own, translate)).toBe("End 1 session");
    expect(listConsequences(own, translate)).toEqual([
      "Ends 1 session of 2 users immediately. Users are signed out within a second and can sign in again.",
      "Your own session stays active.",
    ]);
  });

  test("what was done is told from the server's answer", () => {
    const act: OperatorAction = { kind: "endTeamSessions", team: TEAM };

    expect(describeOutcome(act, { sessions: 11 }, translate)).toBe("11 sessions ended for Kopi Selatan");
    expect(describeOutcome(act, { sessions: 0 }, translate)).toBe("Already done, nothing changed");
    expect(describeOutcome({ kind: "lockUser", person: PERSON }, { changed: false }, translate)).toBe(
      "Already done, nothing changed",
    );
  });

  test.each(ACTS)("$kind has every sentence, with nothing left to fill in", (act) => {
    const shownTexts = [
      titleOf(act, translate),
      ...listConsequences(act, translate),
      actionLabel(act, translate),
      describeOutcome(act, { sessions: 2, changed: true }, translate),
      ...REASONS[act.kind].map((name) => translate(composedKey(`support.reasons.${name}`))),
    ];

    expect(shownTexts.filter((sentence) => /support\.|\{\{/.test(sentence))).toEqual([]);
  });

  test("what gives something back is not drawn as a danger", () => {
    expect(ACTS.filter(({ kind }) => !DANGEROUS.has(kind)).map(({ kind }) => kind)).toEqual([
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
    expect(buildReason(OTHER, "", " ok ")).toBeUndefined();
    expect(buildReason(OTHER, "", "yes")).toBe("yes");
    expect(buildReason(OTHER, "", "x".repeat(MAX_REASON_CHARACTERS))).toHaveLength(MAX_REASON_CHARACTERS);
    expect(buildReason(OTHER, "", "x".repeat(MAX_REASON_CHARACTERS + 1))).toBeUndefined();
    expect(buildReason("unpaid", "The plan is unpaid", "x".repeat(MAX_REASON_CHARACTERS))).toBeUndefined();
  });
});
