import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTeamTimezone } from "@/lib/dates";
import { renderPart } from "../../../tests/render-part";
import { DateField } from "./date-field";
import { DateTimeField } from "./date-time-field";

beforeEach(() => {
  setTeamTimezone("(UTC+07:00) Jakarta");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 18, 30) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openCalendar(first: string, bounds: { readonly min?: string; readonly max?: string } = {}) {
  const days: string[] = [];
  function Host() {
    const [day, setDay] = useState(first);
    return (
      <DateField
        label="Birthday"
        value={day}
        onChange={(next) => {
          days.push(next);
          setDay(next);
        }}
        {...bounds}
      />
    );
  }
  await renderPart(<Host />);
  return { user: userEvent.setup(), days, field: screen.getByLabelText("Birthday") };
}

test("a day reads as all days do, is typed in any usual way, and is emptied", async () => {
  const { user, days, field } = await openCalendar("2026-11-25");
  expect(field).toHaveValue("25 Nov 2026");

  await user.clear(field);
  await user.type(field, "3/12/2026");
  await user.tab();

  expect(days.at(0)).toBe("");
  expect(days.at(-1)).toBe("2026-12-03");
  expect(field).toHaveValue("03 Dec 2026");
});

test("what is no day stays as it was typed and is said; the value does not change", async () => {
  const { user, days, field } = await openCalendar("");

  await user.type(field, "31 Feb 2026");
  expect(screen.queryByText("Invalid date provided")).toBeNull();
  await user.tab();

  expect(field).toHaveValue("31 Feb 2026");
  expect(field).toHaveAccessibleDescription("Invalid date provided");
  expect(days.filter((day) => day !== "")).toEqual([]);
});

test("the calendar opens on a click or the arrow, not on focus, and offers the days within the bounds", async () => {
  const { user, days, field } = await openCalendar("2026-11-25", { min: "2026-11-21", max: "2026-11-28" });
  await user.tab();
  expect(field).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Thursday, November 26, 2026" })).toBeNull();

  await user.keyboard("{ArrowDown}");
  const day = await screen.findByRole("button", { name: "Thursday, November 26, 2026" });
  expect(screen.getByRole("button", { name: "Friday, November 20, 2026" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Sunday, November 29, 2026" })).toBeDisabled();
  await user.click(day);

  expect(days).toEqual(["2026-11-26"]);
  expect(field).toHaveValue("26 Nov 2026");
});

test("Escape closes the calendar and not what is around it", async () => {
  const onKeyDown = vi.fn();
  await renderPart(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a form that Escape leaves
    <div onKeyDown={({ key }) => onKeyDown(key)}>
      <DateField label="Birthday" value="2026-11-25" onChange={() => undefined} />
    </div>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText("Birthday"));
  await screen.findByRole("button", { name: "Thursday, November 26, 2026" });

  await user.keyboard("{Escape}");
  expect(onKeyDown).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(onKeyDown).toHaveBeenCalledWith("Escape");
});

test("a minute is a day and a time: noon at first, by 24 hours, and none without a day", async () => {
  const minutes: string[] = [];
  function Host() {
    const [minute, setMinute] = useState("");
    return (
      <DateTimeField
        label="Begins"
        value={minute}
        error={minute === "" ? "Enter a date and a time" : undefined}
        onChange={(next) => {
          minutes.push(next);
          setMinute(next);
        }}
      />
    );
  }
  await renderPart(<Host />);
  const user = userEvent.setup();
  const day = screen.getByLabelText("Date, Begins");
  expect(day).toHaveAccessibleDescription("Enter a date and a time");
  expect(screen.getByLabelText("Hour, Begins")).toBeDisabled();

  await user.type(day, "25 Nov 2026");
  expect(minutes).toEqual(["2026-11-25T12:00"]);
  await user.click(screen.getByLabelText("Hour, Begins"));
  await user.keyboard("1745");
  expect(minutes.at(-1)).toBe("2026-11-25T17:45");

  await user.clear(day);
  expect(minutes.at(-1)).toBe("");
});
