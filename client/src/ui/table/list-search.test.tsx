import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { Link } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../../tests/render-part";
import { ListSearch } from "./list-search";

/** A user whose keys do not advance the fake clock. */
let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
});
afterEach(() => {
  vi.useRealTimers();
});

test("leaving the field searches at once and not again after the pause", async () => {
  const onSearch = vi.fn<(search: string) => void>();
  await renderPart(<ListSearch label="Search users" value="" onSearch={onSearch} />);

  await user.type(screen.getByRole("searchbox", { name: "Search users" }), "ayu ");
  expect(onSearch).not.toHaveBeenCalled();
  await user.tab();
  expect(onSearch.mock.calls).toEqual([["ayu"]]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onSearch).toHaveBeenCalledOnce();
});

/** A list whose address changes when the test decides. */
function SlowSearch({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const [value, setValue] = useState("");
  return (
    <>
      <ListSearch label="Search users" value={value} onSearch={onSearch} />
      <Link to="?sort=name">Sort by name</Link>
      {["ay", "kopi", "budi", ""].map((each) => (
        // The focus does not move, as with the back button.
        <button key={each} type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setValue(each)}>
          {`to ${each || "nothing"}`}
        </button>
      ))}
    </>
  );
}

test("what is typed stays as it is while the address follows, until another search comes with it", async () => {
  const onSearch = vi.fn<(search: string) => void>();
  await renderPart(<SlowSearch onSearch={onSearch} />);
  const field = screen.getByRole("searchbox", { name: "Search users" });

  await user.type(field, " ay");
  await vi.advanceTimersByTimeAsync(1000);
  expect(onSearch).toHaveBeenLastCalledWith("ay");
  expect(field).toHaveValue(" ay");
  await user.type(field, "u");
  await user.click(screen.getByRole("button", { name: "to ay" }));
  expect(field).toHaveValue(" ayu");
  await vi.advanceTimersByTimeAsync(1000);
  expect(onSearch).toHaveBeenLastCalledWith("ayu");

  await user.click(screen.getByRole("button", { name: "to budi" }));
  expect(field).toHaveValue("budi");
  await user.click(screen.getByRole("button", { name: "to nothing" }));
  expect(field).toHaveValue("");
});

/** The user types "kopi" and leaves the field while the address is still empty. */
async function leaveSlowSearch(onSearch = vi.fn<(search: string) => void>()) {
  await renderPart(<SlowSearch onSearch={onSearch} />);
  const field = screen.getByRole("searchbox", { name: "Search users" });
  await user.click(field);
  // With a trailing space, nothing is searched for before the field is left.
  await user.paste(" kopi ");
  await user.tab();
  expect(field).not.toHaveFocus();
  expect(onSearch.mock.calls).toEqual([["kopi"]]);
  return field;
}

test("a field that is left keeps its text until the address has it, and then reads as the address does", async () => {
  const field = await leaveSlowSearch();
  expect(field).toHaveValue(" kopi ");

  await user.click(screen.getByRole("button", { name: "to kopi" }));
  expect(field).toHaveValue("kopi");
  await user.click(screen.getByRole("button", { name: "to budi" }));
  expect(field).toHaveValue("budi");
});

test("who goes back into the field before the address follows goes on with the text", async () => {
  const onSearch = vi.fn<(search: string) => void>();
  const field = await leaveSlowSearch(onSearch);

  await user.click(field);
  await user.paste("luwak ");
  expect(field).toHaveValue(" kopi luwak ");
  await user.click(screen.getByRole("button", { name: "to kopi" }));
  expect(field).toHaveValue(" kopi luwak ");
  await user.tab();
  expect(onSearch).toHaveBeenLastCalledWith("kopi luwak");
});

test("a search that another link cancels is not shown as if it had been made", async () => {
  const field = await leaveSlowSearch();

  await user.click(screen.getByRole("link", { name: "Sort by name" }));
  expect(field).toHaveValue("");
});
