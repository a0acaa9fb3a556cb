import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiFailure } from "@/lib/api/failure";
import { dropAllDrafts, holdDrafts, keepDraft, ownDrafts } from "@/lib/kept-drafts";
import { renderPart } from "../../tests/ui";
import { FailureNotice } from "./components/failure-notice";
import { useForm } from "./use-form";

vi.mock("./toasts", () => ({ toast: vi.fn() }));

const STORED = { name: "Ani", email: "ani@example.com" };
const onValid = vi.fn();

interface Props {
  readonly stored?: typeof STORED;
  readonly failure?: unknown;
}

function PersonForm({ stored = STORED, failure }: Props) {
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

function failing(code: string, payload: Record<string, unknown> = {}): ApiFailure {
  return new ApiFailure({ body: { code, payload }, status: 422, method: "PUT" });
}

const name = () => screen.getByLabelText("name");
const email = () => screen.getByLabelText("email");
const press = (button: string) => userEvent.click(screen.getByRole("button", { name: button }));

async function write(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

beforeEach(() => ownDrafts("alice"));
afterEach(() => {
  dropAllDrafts();
  onValid.mockReset();
});

describe("rules", () => {
  test("are shown from the first attempt on, and follow what is typed", async () => {
    await renderPart(<PersonForm />);
    await write(name(), "");
    expect(name()).not.toHaveAccessibleDescription();

    await press("Save");
    expect(name()).toHaveAccessibleDescription("Enter a name");
    expect(onValid).not.toHaveBeenCalled();

    await write(name(), "Budi");
    expect(name()).not.toHaveAccessibleDescription();
  });

  test("focus the first field that is wrong", async () => {
    await renderPart(<PersonForm />);
    await write(email(), "ani");
    await press("Save");
    expect(email()).toHaveFocus();

    await write(name(), " ");
    await press("Save");
    expect(name()).toHaveFocus();
  });
});

test("a submission has the values, and the trimmed changes with the stored values that they replace", async () => {
  await renderPart(<PersonForm />);
  await write(name(), "Ani B ");

  await press("Save");

  expect(onValid.mock.calls).toEqual([
    [{ values: { name: "Ani B ", email: STORED.email }, changes: { name: "Ani B" }, base: { name: "Ani" } }],
  ]);
});

describe("a failure", () => {
  test("stands at the field that it names until that field is edited", async () => {
    await renderPart(<PersonForm failure={failing("invalidField", { field: "email" })} />);
    expect(email()).toHaveAccessibleDescription("The Email is Invalid.");
    expect(screen.queryByRole("alert")).toBeNull();

    await write(name(), "Budi");
    expect(email()).toHaveAccessibleDescription("The Email is Invalid.");

    await write(email(), "budi@example.com");
    expect(email()).not.toHaveAccessibleDescription();
  });

  test("moves the focus to the field that it names, unless somebody types", async () => {
    const failed = { failure: failing("invalidField", { field: "email" }) };
    const { unmount } = await renderPart(<ChangingForm next={failed} />);
    await press("Save");
    await press("Change");
    expect(email()).toHaveFocus();
    unmount();

    await renderPart(<ChangingForm next={failed} />);
    await press("Save");
    await write(name(), "Budi");
    await press("Change");
    expect(email()).toHaveAccessibleDescription("The Email is Invalid.");
    expect(email()).not.toHaveFocus();
  });

  test("that names no field stands where the form puts it", async () => {
    await renderPart(<PersonForm failure={failing("senderExists")} />);

    expect(email()).toHaveAccessibleDescription(/./);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([failing("invalidField", { field: "phone" }), failing("offline")])(
    "of no field of the form stands over it",
    async (failure) => {
      await renderPart(<PersonForm failure={failure} />);

      expect(screen.getByRole("alert")).toHaveTextContent(/./);
      await write(name(), "Budi");
      expect(screen.getByRole("alert")).toBeInTheDocument();
    },
  );
});

describe("a record that changes meanwhile", () => {
  test("is followed by the fields that nobody edits", async () => {
    await renderPart(<ChangingForm next={{ stored: { name: "Citra", email: "citra@example.com" } }} />);
    await write(name(), "Budi");

    await press("Change");

    expect(name()).toHaveValue("Budi");
    expect(email()).toHaveValue("citra@example.com");
    await press("Save");
    expect(onValid.mock.calls[0]?.[0]).toMatchObject({ changes: { name: "Budi" }, base: { name: "Ani" } });
  });

  test("says at the field what is stored, and the next submission replaces that", async () => {
    await renderPart(<ChangingForm next={{ failure: failing("editConflict", { values: { name: "Citra" } }) }} />);
    await write(name(), "Budi");

    await press("Change");

    expect(name()).toHaveAccessibleDescription(/Citra/);
    expect(screen.queryByRole("alert")).toBeNull();
    await press("Save");
    expect(onValid.mock.calls[0]?.[0]).toMatchObject({ changes: { name: "Budi" }, base: { name: "Citra" } });
  });
});

describe("edits", () => {
  test("that equal what is stored leave nothing unsaved", async () => {
    await renderPart(<PersonForm />);
    await write(name(), "Budi");
    expect(screen.getByText("unsaved")).toBeInTheDocument();

    await write(name(), "Ani ");
    expect(screen.getByText("saved")).toBeInTheDocument();
  });

  test("are taken back by discard", async () => {
    await renderPart(<PersonForm />);
    await write(name(), "Budi");

    await press("Discard");

    expect(name()).toHaveValue("Ani");
    expect(screen.getByText("saved")).toBeInTheDocument();
  });

  test("typed while a save is on its way stay", async () => {
    await renderPart(<PersonForm />);
    await write(name(), "Ani B");
    await write(email(), "new@example.com");

    await press("Mark saved");

    expect(name()).toHaveValue("Ani");
    expect(email()).toHaveValue("new@example.com");
  });

  test("outlive the end of the session", async () => {
    const { unmount } = await renderPart(<PersonForm />);
    await write(name(), "Budi");
    holdDrafts();
    unmount();
    ownDrafts("alice");

    await renderPart(<PersonForm />);

    expect(name()).toHaveValue("Budi");
    expect(screen.getByText("unsaved")).toBeInTheDocument();
  });

  test("of another form of the same record are not part of this one", async () => {
    const edits = { name: "Budi", phone: "0812" };
    keepDraft("person:7", JSON.stringify({ edits, seen: { name: "Ani", phone: "" } }));
    await renderPart(<PersonForm />);
    expect(name()).toHaveValue("Budi");

    await press("Save");

    const [[submission]] = onValid.mock.calls as [[{ values: object }]];
    expect(submission).toEqual({
      values: { name: "Budi", email: STORED.email },
      changes: { name: "Budi" },
      base: { name: "Ani" },
    });
  });
});
