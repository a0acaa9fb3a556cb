import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiFailure } from "@/lib/api/failure";
import { clearDraftOwner, deleteAllDrafts, setDraftOwner, storeDraft } from "@/lib/draft-storage";
import { renderPart } from "../../tests/render-part";
import { FailureNotice } from "./components/failure-notice";
import { useForm } from "./use-form";

vi.mock("./toasts", () => ({ toast: vi.fn() }));

const STORED_PERSON = { name: "Ani", email: "ani@example.com" };
const onValid = vi.fn();

interface Props {
  readonly stored?: typeof STORED_PERSON;
  readonly failure?: unknown;
}

function PersonForm({ stored = STORED_PERSON, failure }: Props) {
  const form = useForm({
    initial: stored,
    validate: ({ name, email }) => ({
      ...(name.trim() === "" ? { name: "Enter a name" } : {}),
      ...(email.includes("@") ? {} : { email: "Enter an email address" }),
    }),
    failure,
    fieldOf: ({ code }) => (code === "senderExists" ? "email" : undefined),
    draftKey: "person:7",
    onValid,
  });
  const fields = ["name", "email"] as const;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <FailureNotice error={form.failure} />
      {fields.map((field) => {
        const { error, ...input } = form.text(field);
        return (
          <label key={field}>
            {field}
            <input {...input} aria-invalid={error !== undefined} aria-description={error} />
          </label>
        );
      })}
      <output>{form.isDirty ? "unsaved" : "saved"}</output>
      <button type="submit">Save</button>
      <button type="button" onClick={form.discard}>
        Discard
      </button>
      <button type="button" onClick={() => form.markSaved({ name: "Ani B" })}>
        Mark saved
      </button>
    </form>
  );
}

/** A form that gets another record or failure when Change is pressed. */
function ChangingForm({ next }: { readonly next: Props }) {
  const [props, setProps] = useState<Props>({});
  return (
    <>
      <PersonForm {...props} />
      <button type="button" onClick={() => setProps(next)}>
        Change
      </button>
    </>
  );
}

const PARTLY_SHOWN = { name: "", zone: "team", limit: "" };

/** A form in which no input shows the errors of `zone`, and one shows those of `limit` while it is open. */
function PartlyShownForm({ failure, fallback }: { readonly failure: unknown; readonly fallback?: "name" }) {
  const [isOpen, setOpen] = useState(true);
  const form = useForm({ initial: PARTLY_SHOWN, failure, fieldOf: () => fallback, onValid });
  const { value, onChange } = form.choice("zone");
  const field = (name: "name" | "limit") => {
    const { error, ...input } = form.text(name);
    return <input {...input} aria-label={name} aria-invalid={error !== undefined} aria-description={error} />;
  };
  return (
    <form onSubmit={form.onSubmit}>
      <FailureNotice error={form.failure} />
      {field("name")}
      {isOpen ? field("limit") : null}
      <button type="submit">Save</button>
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      <button type="button" onClick={() => onChange("contact")}>
        {value}
      </button>
    </form>
  );
}

/** A form with a failure that arrives when Change is pressed. */
function FailingForm({ failure }: { readonly failure: unknown }) {
  const [arrived, setArrived] = useState<unknown>();
  return (
    <>
      <PartlyShownForm failure={arrived} fallback="name" />
      <button type="button" onClick={() => setArrived(failure)}>
        Change
      </button>
    </>
  );
}

function buildFailure(code: string, payload: Record<string, unknown> = {}): ApiFailure {
  return new ApiFailure({ body: { code, payload }, status: 422, method: "PUT" });
}

const getNameField = () => screen.getByLabelText("name");
const getEmailField = () => screen.getByLabelText("email");
const pressButton = (button: string) => userEvent.click(screen.getByRole("button", { name: button }));

/** Presses Change without moving the focus, as a response arrives. */
const respond = () => fireEvent.click(screen.getByRole("button", { name: "Change" }));

async function fillField(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

beforeEach(() => setDraftOwner("alice"));
afterEach(() => {
  deleteAllDrafts();
  onValid.mockReset();
});

describe("rules", () => {
  test("are shown from the first attempt on, and follow what is typed", async () => {
    await renderPart(<PersonForm />);
    await fillField(getNameField(), "");
    expect(getNameField()).not.toHaveAccessibleDescription();

    await pressButton("Save");
    expect(getNameField()).toHaveAccessibleDescription("Enter a name");
    expect(onValid).not.toHaveBeenCalled();

    await fillField(getNameField(), "Budi");
    expect(getNameField()).not.toHaveAccessibleDescription();
  });

  test("focus the first field that is wrong", async () => {
    await renderPart(<PersonForm />);
    await fillField(getEmailField(), "ani");
    await pressButton("Save");
    expect(getEmailField()).toHaveFocus();

    await fillField(getNameField(), " ");
    await pressButton("Save");
    expect(getNameField()).toHaveFocus();
  });
});

test("a submission has the values, and the trimmed changes with the stored values that they replace", async () => {
  await renderPart(<PersonForm />);
  await fillField(getNameField(), "Ani B ");

  await pressButton("Save");

  expect(onValid.mock.calls).toEqual([
    [{ values: { name: "Ani B ", email: STORED_PERSON.email }, changes: { name: "Ani B" }, base: { name: "Ani" } }],
  ]);
});

describe("a failure", () => {
  test("stands at the field that it names until that field is edited", async () => {
    await renderPart(<PersonForm failure={buildFailure("invalidField", { field: "email" })} />);
    expect(getEmailField()).toHaveAccessibleDescription("The Email is Invalid.");
    expect(screen.queryByRole("alert")).toBeNull();

    await fillField(getNameField(), "Budi");
    expect(getEmailField()).toHaveAccessibleDescription("The Email is Invalid.");

    await fillField(getEmailField(), "budi@example.com");
    expect(getEmailField()).not.toHaveAccessibleDescription();
  });

  test("moves the focus to the field that it names, unless somebody types", async () => {
    const failed = { failure: buildFailure("invalidField", { field: "email" }) };
    const { unmount } = await renderPart(<ChangingForm next={failed} />);
    await pressButton("Save");
    respond();
    expect(getEmailField()).toHaveFocus();
    unmount();

    await renderPart(<ChangingForm next={failed} />);
    await fillField(getNameField(), "Budi");
    await userEvent.keyboard("{Enter} Santoso");
    respond();
    expect(getEmailField()).toHaveAccessibleDescription("The Email is Invalid.");
    expect(getNameField()).toHaveFocus();
  });

  test("leaves the focus where the user has moved it", async () => {
    await renderPart(<ChangingForm next={{ failure: buildFailure("invalidField", { field: "email" }) }} />);
    await pressButton("Save");
    await userEvent.click(getNameField());

    respond();

    expect(getEmailField()).toHaveAccessibleDescription("The Email is Invalid.");
    expect(getNameField()).toHaveFocus();
  });

  test("moves the focus although the record was changed elsewhere", async () => {
    const next = {
      stored: { name: "Citra", email: "citra" },
      failure: buildFailure("invalidField", { field: "email" }),
    };
    await renderPart(<ChangingForm next={next} />);
    await pressButton("Save");

    respond();

    expect(getEmailField()).toHaveFocus();
  });

  test("that names no field stands where the form puts it", async () => {
    await renderPart(<PersonForm failure={buildFailure("senderExists")} />);

    expect(getEmailField()).toHaveAccessibleDescription(/./);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([buildFailure("invalidField", { field: "phone" }), buildFailure("offline")])(
    "of no field of the form stands over it",
    async (failure) => {
      await renderPart(<PersonForm failure={failure} />);

      expect(screen.getByRole("alert")).toHaveTextContent(/./);
      await fillField(getNameField(), "Budi");
      expect(screen.getByRole("alert")).toBeInTheDocument();
    },
  );
});

describe("a failure whose field shows no error", () => {
  test("stands above the form until the field is edited", async () => {
    await renderPart(<PartlyShownForm failure={buildFailure("invalidField", { field: "zone" })} />);
    expect(screen.getByRole("alert")).toHaveTextContent(/Zone/);

    await pressButton("team");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("stands above the form once its input is gone", async () => {
    await renderPart(<PartlyShownForm failure={buildFailure("invalidField", { field: "limit" })} />);
    expect(screen.getByLabelText("limit")).toHaveAccessibleDescription("The Limit is Invalid.");
    expect(screen.queryByRole("alert")).toBeNull();

    await pressButton("Close");
    expect(screen.getByRole("alert")).toHaveTextContent(/Limit/);
  });

  test("stands at the field to which the form gives its failures", async () => {
    const failure = buildFailure("invalidField", { field: "zone" });
    await renderPart(<PartlyShownForm failure={failure} fallback="name" />);

    expect(getNameField()).toHaveAccessibleDescription(/Zone/);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("moves the focus to the field to which the form gives it", async () => {
    await renderPart(<FailingForm failure={buildFailure("invalidField", { field: "zone" })} />);
    await pressButton("Save");

    respond();

    expect(getNameField()).toHaveFocus();
  });

  test("stands above the form if it is a conflict", async () => {
    await renderPart(<PartlyShownForm failure={buildFailure("editConflict", { values: { zone: "contact" } })} />);

    expect(screen.getByRole("alert")).toHaveTextContent(/./);
  });
});

describe("a record that changes meanwhile", () => {
  test("is followed by the fields that nobody edits", async () => {
    await renderPart(<ChangingForm next={{ stored: { name: "Citra", email: "citra@example.com" } }} />);
    await fillField(getNameField(), "Budi");

    await pressButton("Change");

    expect(getNameField()).toHaveValue("Budi");
    expect(getEmailField()).toHaveValue("citra@example.com");
    await pressButton("Save");
    expect(onValid.mock.calls[0]?.[0]).toMatchObject({ changes: { name: "Budi" }, base: { name: "Ani" } });
  });

  test("says at the field what is stored, and the next submission replaces that", async () => {
    await renderPart(<ChangingForm next={{ failure: buildFailure("editConflict", { values: { name: "Citra" } }) }} />);
    await fillField(getNameField(), "Budi");

    await pressButton("Change");

    expect(getNameField()).toHaveAccessibleDescription(/Citra/);
    expect(screen.queryByRole("alert")).toBeNull();
    await pressButton("Save");
    expect(onValid.mock.calls[0]?.[0]).toMatchObject({ changes: { name: "Budi" }, base: { name: "Citra" } });
  });
});

describe("edits", () => {
  test("that equal what is stored leave nothing unsaved", async () => {
    await renderPart(<PersonForm />);
    await fillField(getNameField(), "Budi");
    expect(screen.getByText("unsaved")).toBeInTheDocument();

    await fillField(getNameField(), "Ani ");
    expect(screen.getByText("saved")).toBeInTheDocument();
  });

  test("are taken back by discard", async () => {
    await renderPart(<PersonForm />);
    await fillField(getNameField(), "Budi");

    await pressButton("Discard");

    expect(getNameField()).toHaveValue("Ani");
    expect(screen.getByText("saved")).toBeInTheDocument();
  });

  test("typed while a save is on its way stay", async () => {
    await renderPart(<PersonForm />);
    await fillField(getNameField(), "Ani B");
    await fillField(getEmailField(), "new@example.com");

    await pressButton("Mark saved");

    expect(getNameField()).toHaveValue("Ani");
    expect(getEmailField()).toHaveValue("new@example.com");
  });

  test("stay as typed once their trimmed text is stored, until something else is", async () => {
    const next = { stored: { ...STORED_PERSON, name: "Ani B" } };
    await renderPart(<ChangingForm next={next} />);
    await fillField(getNameField(), "Ani B ");
    await pressButton("Mark saved");
    await pressButton("Change");

    expect(getNameField()).toHaveValue("Ani B ");
    expect(screen.getByText("saved")).toBeInTheDocument();

    await userEvent.type(getNameField(), "udi");
    expect(getNameField()).toHaveValue("Ani B udi");
    await pressButton("Discard");
    expect(getNameField()).toHaveValue("Ani B");
  });

  test("that were saved follow the record", async () => {
    await renderPart(<ChangingForm next={{ stored: { ...STORED_PERSON, name: "Citra" } }} />);
    await fillField(getNameField(), "Ani B ");
    await pressButton("Mark saved");

    await pressButton("Change");

    expect(getNameField()).toHaveValue("Citra");
    expect(screen.getByText("saved")).toBeInTheDocument();
  });

  test("outlive the end of the session", async () => {
    const { unmount } = await renderPart(<PersonForm />);
    await fillField(getNameField(), "Budi");
    clearDraftOwner();
    unmount();
    setDraftOwner("alice");

    await renderPart(<PersonForm />);

    expect(getNameField()).toHaveValue("Budi");
    expect(screen.getByText("unsaved")).toBeInTheDocument();
  });

  test("of another form of the same record are not part of this one", async () => {
    const edits = { name: "Budi", phone: "0812" };
    storeDraft("person:7", JSON.stringify({ edits, seen: { name: "Ani", phone: "" } }));
    await renderPart(<PersonForm />);
    expect(getNameField()).toHaveValue("Budi");

    await pressButton("Save");

    const [[submission]] = onValid.mock.calls as [[{ values: object }]];
    expect(submission).toEqual({
      values: { name: "Budi", email: STORED_PERSON.email },
      changes: { name: "Budi" },
      base: { name: "Ani" },
    });
  });
});
