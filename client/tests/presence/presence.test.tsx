import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { presenceEvents, Watchers } from "@/features/presence/public";
import { meQuery } from "@/features/session/me";
import { ALICE } from "../fixtures";
import { receiveEvent } from "../receive-event";
import { renderPart } from "../render-part";

const ME = ALICE.user.userId;
let client: QueryClient;

function buildPerson(number: number, things: readonly string[] = ["campaign:1"], userId = `user-${number}`) {
  return { userId, fullname: `Person ${number}`, initials: `P${number}`, things };
}

function receivePresence(revision: number, ...people: readonly ReturnType<typeof buildPerson>[]): void {
  act(() => receiveEvent(presenceEvents, "presence.team.changed", { revision, people }, client));
}

async function renderPresence(): Promise<void> {
  await renderPart(null);
  await loadFeatureTexts(["presence"]);
  await renderPart(
    <QueryClientProvider client={client}>
      <Watchers thing="campaign:1" />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(meQuery.queryKey, ALICE);
});

test("the others who look at it are named, and oneself is not", async () => {
  await renderPresence();
  expect(screen.queryByRole("img")).toBeNull();

  receivePresence(
    1,
    buildPerson(0, ["campaign:1"], ME),
    buildPerson(1),
    buildPerson(2, ["campaign:2"]),
    buildPerson(3, ["contact:1", "campaign:1"]),
  );

  expect(await screen.findByRole("img")).toHaveAccessibleName("Also viewing this: Person 1 and Person 3");
});

test("an older state that comes late changes nothing; who leaves is gone", async () => {
  await renderPresence();
  receivePresence(5, buildPerson(1));
  receivePresence(4, buildPerson(1), buildPerson(2));
  expect(await screen.findByRole("img")).toHaveAccessibleName("Also viewing this: Person 1");

  receivePresence(6);

  await waitFor(() => expect(screen.queryByRole("img")).toBeNull());
});

test("of a crowd three places are shown and eight are named, also on focus", async () => {
  await renderPresence();
  receivePresence(1, ...Array.from({ length: 12 }, (_, number) => buildPerson(number + 1)));

  expect(await screen.findByRole("img")).toHaveTextContent("+10");
  await userEvent.tab();

  expect(await screen.findByRole("tooltip")).toHaveTextContent(
    "Also viewing this: Person 1, Person 2, Person 3, Person 4, Person 5, Person 6, Person 7, Person 8, and 4 others",
  );
});
