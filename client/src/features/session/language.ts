import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, customMutation, keyOf } from "@/lib/api/data";
import { changeLanguage, currentLanguage, isLanguage, type Language } from "@/lib/i18n/i18n";
import { takeEntranceLanguage } from "./entrance-language";
import { type Me, meQuery } from "./me";
import { isPaymentSession } from "./session";

const PROFILE_KEY = keyOf("get", "/api/users/profile");

async function keep(client: QueryClient, language: Language): Promise<void> {
  // Known here before the server answers: what reads the account meanwhile finds the choice, not what it replaced.
  if (client.getQueryData(meQuery.queryKey)) await client.cancelQueries({ queryKey: meQuery.queryKey });
  client.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, user: { ...me.user, language } });
  // A session for a payment alone may write nothing.
  if (isPaymentSession()) return;
  await call("put", "/api/users/profile", { body: { language } });
  await client.invalidateQueries({ queryKey: PROFILE_KEY });
}

/** Speaks another language at once, here and wherever the user is signed in, and in mail from now on. */
export function useChooseLanguage(): (language: Language) => void {
  const client = useQueryClient();
  const { mutate } = useMutation(
    customMutation({
      mutationFn: async (language: Language) => {
        if (await changeLanguage(language)) await keep(client, language);
      },
      toast: true,
    }),
  );
  return mutate;
}

/** Speaks the account's language, whichever browser it was chosen in; a choice made at this sign-in is newer than it. */
export async function speakAccountLanguage(client: QueryClient, { user }: Me): Promise<void> {
  const chosen = takeEntranceLanguage();
  if (chosen !== undefined && chosen !== user.language) {
    // The choice holds in this browser even where the account could not be told.
    void keep(client, chosen).catch(() => undefined);
  } else if (isLanguage(user.language) && user.language !== currentLanguage()) {
    await changeLanguage(user.language);
  }
}
