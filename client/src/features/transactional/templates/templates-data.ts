import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";
import type { ListAddress } from "@/ui/table/list-address";
import { POLL_MS } from "../polling";
import type { RenderedVersion, Template, TemplateContent, TemplateVersion } from "../shapes";

const REFRESHED_KEYS = [
  buildQueryKey("get", "/trx-api/template"),
  buildQueryKey("get", "/trx-api/template/{template_id}"),
  buildQueryKey("post", "/trx-api/template/{template_id}/test"),
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
  return useQuery(
    query("get", "/trx-api/template/{template_id}", { params: templateParams(id) }, { pollMs, staleTime: 0 }),
  );
}

function templateParams(id: string) {
  return { path: { template_id: id } };
}

function useTemplateMutation<Input, Output>(act: (input: Input) => Promise<Output>) {
  return useMutation(customMutation({ mutationFn: act, refreshes: REFRESHED_KEYS }));
}

const EMPTY_CONTENT: TemplateContent = { subject: "", html: "", text: "", testData: {} };

export function useCreateTemplate() {
  return useTemplateMutation(
    (name: string): Promise<Template> => call("post", "/trx-api/template", { body: { name, ...EMPTY_CONTENT } }),
  );
}

export function useRenameTemplate(id: string) {
  return useTemplateMutation(({ name, slug }: { readonly name: string; readonly slug: string }) =>
    call("put", "/trx-api/template/{template_id}", { params: templateParams(id), body: { name, slug } }),
  );
}

export function useDeleteTemplate() {
  return useTemplateMutation((id: string) =>
    call("delete", "/trx-api/template/{template_id}", { params: templateParams(id) }),
  );
}

/** Saves the draft, or publishes it. */
export function useWriteVersion(id: string) {
  return useTemplateMutation(
    ({
      content,
      isPublished,
    }: {
      readonly content: TemplateContent;
      readonly isPublished: boolean;
    }): Promise<Template> =>
      call("post", "/trx-api/template/{template_id}/versions", {
        params: templateParams(id),
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
    { params: templateParams(id), body },
    options,
  );
  return useQuery({ ...filled, queryKey: [...queryKey, revision] });
}

/** Sends a version to an address, filled with its test data. */
export function useTestSend(id: string) {
  return useMutation(
    customMutation({
      mutationFn: (body: { readonly email: string; readonly version: number }): Promise<RenderedVersion> =>
        call("post", "/trx-api/template/{template_id}/test", { params: templateParams(id), body }),
    }),
  );
}
