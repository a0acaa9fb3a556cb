import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { buildQueryKey, call, customMutation } from "@/lib/api/data";
import { changeLanguage, getCurrentLanguage, isLanguage, type Language } from "@/lib/i18n/i18n";
import { type Me, meQuery } from "./me";
import { isPaymentSession } from "./session";
import { consumeSignInLanguage } from "./sign-in-language";

const PROFILE_KEY = buildQueryKey("get", "/api/users/profile");

async function saveLanguage(client: QueryClient, language: Language): Promise<void> {
  // Written to the cache first, so that readers see the new language while the request is running.
  if (client.getQueryData(meQuery.queryKey)) await client.cancelQueries({ queryKey: meQuery.queryKey });
  client.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, user: { ...me.user, language } });
  // A payment session must not write anything.
  if (isPaymentSession()) return;
  await call("put", "/api/users/profile", { body: { language } });
  await client.invalidateQueries({ queryKey: PROFILE_KEY });
}

/** Switches the language immediately, in every session of the user, and in future emails. */
export function useChooseLanguage(): (language: Language) => void {
  const client = useQueryClient();
  const { mutate } = useMutation(
    customMutation({
      mutationFn: async (language: Language) => {
        if (await changeLanguage(language)) await saveLanguage(client, language);
      },
      toast: true,
    }),
  );
  return mutate;
}

/**
 * Applies the account's language, which may have been chosen in another browser. A choice made at this sign-in takes
 * precedence.
 */
export async function applyAccountLanguage(client: QueryClient, { user }: Me): Promise<void> {
  const chosen = consumeSignInLanguage();
  if (chosen !== undefined && chosen !== user.language) {
    // The choice applies in this browser even if saving it to the account fails.
    void saveLanguage(client, chosen).catch(() => undefined);
  } else if (isLanguage(user.language) && user.language !== getCurrentLanguage()) {
    await changeLanguage(user.language);
  }
}
