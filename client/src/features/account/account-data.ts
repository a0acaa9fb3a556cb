import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { meQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { useSaveOver } from "@/lib/edit-conflict";
import { changeLanguage } from "@/lib/i18n/i18n";
import { writeStored } from "@/lib/storage";
import {
  companyQuery,
  profileQuery,
  sessionsQuery,
  settingsQuery,
  timezonesQuery,
  twoFactorQuery,
} from "./account-queries";

type Schemas = components["schemas"];
export type Profile = Schemas["ProfileOut"];
export type ProfileChanges = Schemas["ProfileIn"];
export type TwoFactor = Schemas["TwoFactorOut"];
export type Device = Schemas["SessionOut"];
export type Company = Schemas["CompanyDetailOut"];
export type CompanyChanges = Schemas["TeamIn"];
export type TeamSettings = Schemas["SettingsOut"];
export type TeamSettingsChanges = Schemas["SettingsIn"];

const QUIET = { meta: { quiet: true } } as const;

export const useProfile = () => useQuery(profileQuery);
export const useTwoFactor = () => useQuery(twoFactorQuery);
export const useDevices = () => useQuery(sessionsQuery);
export const useCompany = () => useQuery(companyQuery);
export const useTeamSettings = () => useQuery(settingsQuery);
export const useTimezones = () => useQuery(timezonesQuery);

function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}

/** Writes fields of the profile; the language and the clock of this browser follow at once. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation({
    ...QUIET,
    mutationFn: async (body: ProfileChanges) => answered(await api.PUT("/api/users/profile", { body })),
    onSuccess: async (profile, { language }) => {
      client.setQueryData(profileQuery.queryKey, profile);
      writeStored("hourFormat", String(profile.time));
      if (language) await changeLanguage(language);
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

export const useChangePassword = () => $api.useMutation("put", "/api/users/change-password", QUIET);

/** Asks for another address; that it waits is known when its mail has left. */
export function useChangeEmail() {
  const client = useQueryClient();
  return $api.useMutation("put", "/api/users/change-email", {
    ...QUIET,
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}

function useFollowTwoFactor() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
      client.invalidateQueries({ queryKey: meQuery.queryKey }),
    ]);
}

export const useBeginApp = () => $api.useMutation("post", "/api/users/two-factor/app", QUIET);
export const useConfirmApp = () =>
  $api.useMutation("put", "/api/users/two-factor/app", { ...QUIET, onSuccess: useFollowTwoFactor() });
export const useRemoveApp = () =>
  $api.useMutation("delete", "/api/users/two-factor/app", { ...QUIET, onSuccess: useFollowTwoFactor() });
export const useNewRecoveryCodes = () =>
  $api.useMutation("post", "/api/users/two-factor/recovery-codes", { ...QUIET, onSuccess: useFollowTwoFactor() });

function useFollowDevices() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

export const useEndDevice = () =>
  $api.useMutation("delete", "/api/users/sessions/{session_id}", { ...QUIET, onSettled: useFollowDevices() });
export const useEndOthers = () =>
  $api.useMutation("post", "/api/users/sessions/end-others", { ...QUIET, onSettled: useFollowDevices() });

/** Writes fields of the team; its name and its clock are read again by the whole frame. */
export function useChangeCompany() {
  const client = useQueryClient();
  const saveOver = useSaveOver();
  return useMutation({
    ...QUIET,
    mutationFn: ({ base = {}, ...body }: CompanyChanges) =>
      saveOver(body, base, async (over) =>
        answered(await api.PUT("/api/companies", { body: { ...body, base: over } })),
      ),
    onSuccess: async (saved) => {
      client.setQueryData(companyQuery.queryKey, (old) => (old ? { ...old, ...fieldsOf(saved) } : old));
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    // After a conflict, the form needs the values of the other writer.
    onError: () => client.invalidateQueries({ queryKey: companyQuery.queryKey }),
  });
}

/** The team's zip code has one name where it is written and another where it is read (TEAM-14). */
function fieldsOf({ zipCode, ...rest }: Schemas["TeamOut"]): Partial<Company> {
  return { ...rest, zipcode: zipCode };
}

/** Writes one of the team's switches; it stands on screen at once, and falls back where the server refuses. */
export function useChangeTeamSettings() {
  const client = useQueryClient();
  return useMutation({
    ...QUIET,
    mutationFn: async ({ enable2FA, ...rest }: TeamSettingsChanges) =>
      enable2FA === undefined
        ? answered(await api.PUT("/api/companies/settings", { body: rest }))
        : answered(await api.PUT("/api/companies/settings/enable-2FA", { body: { enable: enable2FA } })),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey });
      const before = client.getQueryData<TeamSettings>(settingsQuery.queryKey);
      client.setQueryData(settingsQuery.queryKey, before && { ...before, ...changes });
      return { before };
    },
    onError: (_failure, _changes, context) => client.setQueryData(settingsQuery.queryKey, context?.before),
    onSuccess: async (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      await Promise.all([
        client.invalidateQueries({ queryKey: meQuery.queryKey }),
        client.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
      ]);
    },
  });
}
