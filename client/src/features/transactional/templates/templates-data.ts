import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { call, customMutation, keyOf, query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";
import type { ListAddress } from "@/ui/table/list-address";
import type { RenderedVersion, Template, TemplateContent, TemplateVersion } from "../shapes";
import { POLL_MS } from "../trx-query";

const REFRESHED = [
  keyOf("get", "/trx-api/template"),
  keyOf("get", "/trx-api/template/{template_id}"),
  keyOf("post", "/trx-api/template/{template_id}/test"),
];

export function useTemplates({ page, size, search }: Pick<ListAddress, "page" | "size" | "search">) {
  const params = { query: { page, size, ...(search ? { search } : {}) } };
  const pollMs = usePollMs(POLL_MS);
  return useQuery(
    query("get", "/trx-api/template", { params }, { pollMs, staleTime: 0, placeholderData: keepPreviousData }),
  );
}

export function useTemplate(id: string) {
  const pollMs = usePollMs(POLL_MS);
  return useQuery(query("get", "/trx-api/template/{template_id}", { params: at(id) }, { pollMs, staleTime: 0 }));
}

function at(id: string) {
  return { path: { template_id: id } };
}

function useAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  return useMutation(customMutation({ mutationFn: act, refreshes: REFRESHED }));
}

const EMPTY: TemplateContent = { subject: "", html: "", text: "", testData: {} };

export function useCreateTemplate() {
  return useAct((name: string): Promise<Template> => call("post", "/trx-api/template", { body: { name, ...EMPTY } }));
}

export function useRenameTemplate(id: string) {
  return useAct(({ name, slug }: { readonly name: string; readonly slug: string }) =>
    call("put", "/trx-api/template/{template_id}", { params: at(id), body: { name, slug } }),
  );
}

export function useDeleteTemplate() {
  return useAct((id: string) => call("delete", "/trx-api/template/{template_id}", { params: at(id) }));
}

/** Saves the draft, or publishes it. */
export function useWriteVersion(id: string) {
  return useAct(
    ({
      content,
      isPublished,
    }: {
      readonly content: TemplateContent;
      readonly isPublished: boolean;
    }): Promise<Template> =>
      call("post", "/trx-api/template/{template_id}/versions", {
        params: at(id),
        body: { ...content, publish: isPublished },
      }),
  );
}

/** A saved version rendered with its own test data. */
export function useRenderedVersion(id: string, version: TemplateVersion | undefined, revision: string) {
  const body = { version: version?.number ?? null };
  const options = {
    enabled: version !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  };
  const { queryKey, ...filled } = query(
    "post",
    "/trx-api/template/{template_id}/test",
    { params: at(id), body },
    options,
  );
  return useQuery({ ...filled, queryKey: [...queryKey, revision] });
}

/** Sends a version to an address, filled with its test data. */
export function useTestSend(id: string) {
  return useMutation(
    customMutation({
      mutationFn: (body: { readonly email: string; readonly version: number }): Promise<RenderedVersion> =>
        call("post", "/trx-api/template/{template_id}/test", { params: at(id), body }),
    }),
  );
}
