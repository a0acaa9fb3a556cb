import { describe, expect, it } from "vitest";
import { type AnyActorRef, createActor, fromCallback, fromPromise, waitFor } from "xstate";
import { importMachine, mapColumn, type StartInput, type StoredImport } from "./import-machine";

const FILE = new File(["email\nalice@example.com"], "contacts.csv");
const PREPARED: StoredImport = {
  importId: "i1",
  state: "PREPARED",
  mapping: ["email", null, "city"],
  dateOrder: "dmy",
};

function startWizard(options: { hasConsent?: boolean; known?: StoredImport; start?: () => Promise<void> } = {}) {
  const started: StartInput[] = [];
  let upload: AnyActorRef["send"] | undefined;
  let stopped = 0;
  const machine = importMachine.provide({
    actors: {
      prepare: fromCallback(({ sendBack }) => {
        upload = sendBack;
        return () => {
          stopped += 1;
        };
      }),
      start: fromPromise<void, StartInput>(({ input }) => {
        started.push(input);
        return options.start ? options.start() : Promise.resolve();
      }),
    },
  });
  const wizard = createActor(machine, { input: { hasConsent: options.hasConsent ?? true, known: options.known } });
  wizard.start();
  return {
    wizard,
    started,
    uploads: (event: Parameters<typeof wizard.send>[0]) => upload?.(event),
    stopped: () => stopped,
    state: () => wizard.getSnapshot().value,
    context: () => wizard.getSnapshot().context,
  };
}

function startMapping(options: Parameters<typeof startWizard>[0] = {}) {
  const run = startWizard(options);
  run.wizard.send({ type: "choose", file: FILE });
  run.uploads({ type: "prepared", known: PREPARED });
  return run;
}

describe("choosing", () => {
  it("uploads the file at once where consent stands", () => {
    const { wizard, state } = startWizard();

    wizard.send({ type: "choose", file: FILE });

    expect(state()).toBe("preparing");
  });

  it("keeps the file until consent is given", () => {
    const { wizard, state, context } = startWizard({ hasConsent: false });

    wizard.send({ type: "choose", file: FILE });
    wizard.send({ type: "retry" });

    expect(state()).toBe("choosing");
    expect(context().file).toBe(FILE);

    wizard.send({ type: "consent", isGiven: true });
    wizard.send({ type: "retry" });

    expect(state()).toBe("preparing");
  });
});

describe("preparing", () => {
  it("follows the upload and ends with the server's suggestion", () => {
    const { wizard, uploads, state, context } = startWizard();
    wizard.send({ type: "choose", file: FILE });

    uploads({ type: "uploaded", progress: { sentBytes: 5, totalBytes: 23 } });
    expect(context().upload).toEqual({ sentBytes: 5, totalBytes: 23 });

    uploads({ type: "prepared", known: PREPARED });
    expect(state()).toBe("mapping");
    expect(context()).toMatchObject({ importId: "i1", mapping: ["email", null, "city"] });
  });

  it("loses neither file nor reason when the file is refused", () => {
    const failure = new Error("importNoHeader");
    const { wizard, uploads, state, context } = startWizard();
    wizard.send({ type: "choose", file: FILE });

    uploads({ type: "refused", failure });

    expect(state()).toBe("choosing");
    expect(context()).toMatchObject({ file: FILE, failure });
  });

  it("ends the upload when it is given up", () => {
    const { wizard, state, stopped } = startWizard();
    wizard.send({ type: "choose", file: FILE });

    wizard.send({ type: "cancel" });

    expect(state()).toBe("choosing");
    expect(stopped()).toBe(1);
  });
});

describe("mapping", () => {
  it("does not start without an address", () => {
    const { wizard, state, started } = startMapping();

    wizard.send({ type: "map", column: 0, target: null });
    wizard.send({ type: "start" });

    expect(state()).toBe("mapping");
    expect(started).toEqual([]);
  });

  it("does not start before consent, which can be given here too", async () => {
    const { wizard, state, started } = startWizard({ hasConsent: false, known: PREPARED });

    wizard.send({ type: "start" });
    expect(state()).toBe("mapping");

    wizard.send({ type: "consent", isGiven: true });
    wizard.send({ type: "start" });
    await waitFor(wizard, (snapshot) => snapshot.matches("running"));
    expect(started).toHaveLength(1);
  });

  it("starts with what was chosen", async () => {
    const { wizard, started } = startMapping();

    wizard.send({ type: "map", column: 1, target: "city" });
    wizard.send({ type: "label", labels: [7] });
    wizard.send({ type: "dateOrder", dateOrder: "mdy" });
    wizard.send({ type: "decimalMark", decimalMark: "," });
    wizard.send({ type: "existing", existing: "skip" });
    wizard.send({ type: "wrongValues", wrongValues: "leaveEmpty" });
    wizard.send({ type: "leaveOut", leaveOut: ["role"] });
    wizard.send({ type: "confirms", confirms: true });
    wizard.send({ type: "start" });
    await waitFor(wizard, (snapshot) => snapshot.matches("running"));

    expect(started).toEqual([
      {
        importId: "i1",
        mapping: ["email", "city", null],
        dateOrder: "mdy",
        decimalMark: ",",
        labels: [7],
        existing: "skip",
        wrongValues: "leaveEmpty",
        leaveOut: ["role"],
        confirms: true,
        hasConsent: true,
      },
    ]);
  });

  it("takes a saved mapping over whole", () => {
    const { wizard, context } = startMapping();

    wizard.send({ type: "mapAll", mapping: ["email", null, "lastname"] });

    expect(context().mapping).toEqual(["email", null, "lastname"]);
  });

  it("comes back with every choice when the start is refused", async () => {
    const failure = new Error("lastImportNotFinished");
    const { wizard, context } = startMapping({ start: () => Promise.reject(failure) });

    wizard.send({ type: "label", labels: [7] });
    wizard.send({ type: "start" });
    await waitFor(wizard, (snapshot) => snapshot.matches("mapping") && snapshot.context.failure !== undefined);

    expect(context()).toMatchObject({ failure, labels: [7], mapping: ["email", null, "city"] });
  });
});

describe("following", () => {
  it.each([
    ["DONE", "finished"],
    ["FAILED", "failed"],
  ] as const)("goes from running with %s to %s", async (seen, wanted) => {
    const { wizard, state } = startMapping();
    wizard.send({ type: "start" });
    await waitFor(wizard, (snapshot) => snapshot.matches("running"));

    wizard.send({ type: "seen", importId: "other", state: seen });
    expect(state()).toBe("running");

    wizard.send({ type: "seen", importId: "i1", state: seen });
    expect(state()).toBe(wanted);
  });

  it.each([
    ["PREPARED", "mapping"],
    ["RUNNING", "running"],
    ["DONE", "finished"],
    ["UNDOING", "finished"],
    ["UNDONE", "finished"],
    ["FAILED", "failed"],
  ] as const)("takes up an import that is %s in %s", (seen, wanted) => {
    const { state } = startWizard({ known: { ...PREPARED, state: seen } });

    expect(state()).toBe(wanted);
  });

  it("starts over with nothing but the consent", () => {
    const { wizard, state, context } = startWizard({ known: { ...PREPARED, state: "DONE" } });

    wizard.send({ type: "another" });

    expect(state()).toBe("choosing");
    expect(context()).toMatchObject({ hasConsent: true, importId: undefined, mapping: [], file: undefined });
  });
});

it("gives a target to one column only", () => {
  expect(mapColumn(["email", null, "city"], 1, "email")).toEqual([null, "email", "city"]);
  expect(mapColumn(["email", null, null], 1, null)).toEqual(["email", null, null]);
});
