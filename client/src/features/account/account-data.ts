import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { meQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { call, customMutation, mutation } from "@/lib/api/data";
import { useConflictAwareSave } from "@/lib/edit-conflict";
import { changeLanguage } from "@/lib/i18n/i18n";
import { writeStored } from "@/lib/storage";
import { companyQuery, profileQuery, sessionsQuery, settingsQuery, twoFactorQuery } from "./account-queries";

type Schemas = components["schemas"];
export type Profile = Schemas["ProfileOut"];
export type ProfileChanges = Schemas["ProfileIn"];
export type TwoFactor = Schemas["TwoFactorOut"];
export type Device = Schemas["SessionOut"];
export type Company = Schemas["CompanyDetailOut"];
export type CompanyChanges = Schemas["TeamIn"];
export type TeamSettings = Schemas["SettingsOut"];
export type TeamSettingsChanges = Schemas["SettingsIn"];

export const useProfile = () => useQuery(profileQuery);
export const useTwoFactor = () => useQuery(twoFactorQuery);
export const useDevices = () => useQuery(sessionsQuery);
export const useCompany = () => useQuery(companyQuery);
export const useTeamSettings = () => useQuery(settingsQuery);

/** Saves profile fields, and applies the language and the hour format in this browser. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (body: ProfileChanges) => call("put", "/api/users/profile", { body }),
      onSuccess: async (profile, { language }) => {
        client.setQueryData(profileQuery.queryKey, profile);
        writeStored("hourFormat", String(profile.time));
        if (language) await changeLanguage(language);
      },
      refreshes: [meQuery.queryKey],
    }),
  );
}

export const useChangePassword = () => useMutation(mutation("put", "/api/users/change-password"));

/** Requests another email address. The profile shows the pending address once its confirmation email was sent. */
export function useChangeEmail() {
  return useMutation(mutation("put", "/api/users/change-email", { refreshes: [profileQuery.queryKey] }));
}

const TWO_FACTOR_REFETCH = { refreshes: [twoFactorQuery.queryKey, meQuery.queryKey] };

export const useStartAppSetup = () => useMutation(mutation("post", "/api/users/two-factor/app"));
export const useConfirmApp = () => useMutation(mutation("put", "/api/users/two-factor/app", TWO_FACTOR_REFETCH));
export const useRemoveApp = () => useMutation(mutation("delete", "/api/users/two-factor/app", TWO_FACTOR_REFETCH));
export const useCreateRecoveryCodes = () =>
  useMutation(mutation("post", "/api/users/two-factor/recovery-codes", TWO_FACTOR_REFETCH));

function useDeviceEvents() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export const useEndDevice = () =>
  useMutation(mutation("delete", "/api/users/sessions/{session_id}", { onSettled: useDeviceEvents() }));
export const useEndOthers = () =>
  useMutation(mutation("post", "/api/users/sessions/end-others", { onSettled: useDeviceEvents() }));

/** Saves team fields. The app frame refetches the team's name and time format. */
export function useChangeCompany() {
  const client = useQueryClient();
  const saveOver = useConflictAwareSave();
  return useMutation(
    customMutation({
      mutationFn: ({ base = {}, ...body }: CompanyChanges) =>
        saveOver(body, base, (over) => call("put", "/api/companies", { body: { ...body, base: over } })),
      onSuccess: (saved) =>
        client.setQueryData(companyQuery.queryKey, (old) => (old ? { ...old, ...toCompanyFields(saved) } : old)),
      refreshes: [meQuery.queryKey],
      // After a conflict, the form needs the values of the other writer.
      onError: () => client.invalidateQueries({ queryKey: companyQuery.queryKey }),
    }),
  );
}

/** Reads and writes use different names for the team's zip code (TEAM-14). */
function toCompanyFields({ zipCode, ...rest }: Schemas["TeamOut"]): Partial<Company> {
  return { ...rest, zipcode: zipCode };
}

/** Saves one of the team's switches optimistically; an error restores the previous value. */
export function useChangeTeamSettings() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: ({ enable2FA, ...rest }: TeamSettingsChanges) =>
        enable2FA === undefined
          ? call("put", "/api/companies/settings", { body: rest })
          : call("put", "/api/companies/settings/enable-2FA", { body: { enable: enable2FA } }),
      onMutate: async (changes) => {
        await client.cancelQueries({ queryKey: settingsQuery.queryKey });
        const before = client.getQueryData<TeamSettings>(settingsQuery.queryKey);
        client.setQueryData(settingsQuery.queryKey, before && { ...before, ...changes });
        return { before };
      },
      onError: (_failure, _changes, context) => client.setQueryData(settingsQuery.queryKey, context?.before),
      onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
      refreshes: [meQuery.queryKey, twoFactorQuery.queryKey],
    }),
  );
}
