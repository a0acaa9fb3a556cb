import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import type { ListAddress } from "@/ui/table/list-address";
import { answered } from "../answered";
import type { Filled, Page, Template, TemplateBrief, TemplateContent, TemplateVersion } from "../shapes";
import { useAsking } from "../trx-query";

const TEMPLATES_KEY = ["get", "/trx-api/template"] as const;
const TEMPLATE_KEY = ["get", "/trx-api/template/{template_id}"] as const;
const FILLED_KEY = ["post", "/trx-api/template/{template_id}/test"] as const;

export function useTemplates({ page, size, search }: Pick<ListAddress, "page" | "size" | "search">) {
  const query = { page, size, ...(search ? { search } : {}) };
  const asking = useAsking<Page<TemplateBrief>>([...TEMPLATES_KEY, query], (asked) =>
    trxApi.GET("/trx-api/template", { params: { query }, ...asked }),
  );
  return useQuery({ ...asking, staleTime: 0, placeholderData: keepPreviousData });
}

export function useTemplate(id: string) {
  const asking = useAsking<Template>([...TEMPLATE_KEY, id], (asked) =>
    trxApi.GET("/trx-api/template/{template_id}", { params: at(id), ...asked }),
  );
  return useQuery({ ...asking, staleTime: 0 });
}

function at(id: string) {
  return { path: { template_id: id } };
}

function useAct<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { quiet: true },
    onSuccess: () =>
      Promise.all([TEMPLATES_KEY, TEMPLATE_KEY, FILLED_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const EMPTY: TemplateContent = { subject: "", html: "", text: "", testData: {} };

export function useMakeTemplate() {
  return useAct(
    async (name: string): Promise<Template> =>
      answered(await trxApi.POST("/trx-api/template", { body: { name, ...EMPTY } })),
  );
}

export function useRenameTemplate(id: string) {
  return useAct(({ name, slug }: { readonly name: string; readonly slug: string }) =>
    trxApi.PUT("/trx-api/template/{template_id}", { params: at(id), body: { name, slug } }),
  );
}

export function useDeleteTemplate() {
  return useAct((id: string) => trxApi.DELETE("/trx-api/template/{template_id}", { params: at(id) }));
}

/** Saves the draft, or makes it the version that is used. */
export function useWriteVersion(id: string) {
  return useAct(
    async ({
      content,
      isPublished,
    }: {
      readonly content: TemplateContent;
      readonly isPublished: boolean;
    }): Promise<Template> =>
      answered(
        await trxApi.POST("/trx-api/template/{template_id}/versions", {
          params: at(id),
          body: { ...content, publish: isPublished },
        }),
      ),
  );
}

/** A saved version with its own test data in it. */
export function useFilled(id: string, version: TemplateVersion | undefined, revision: string) {
  return useQuery({
    queryKey: [...FILLED_KEY, id, version?.number, revision],
    queryFn: async ({ signal }): Promise<Filled> =>
      answered(
        await trxApi.POST("/trx-api/template/{template_id}/test", {
          params: at(id),
          body: { version: version?.number ?? null },
          signal,
        }),
      ),
    enabled: version !== undefined,
    retry: false,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
}

/** Mails a version to somebody, filled with its test data. */
export function useTestSend(id: string) {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (body: { readonly email: string; readonly version: number }): Promise<Filled> =>
      answered(await trxApi.POST("/trx-api/template/{template_id}/test", { params: at(id), body })),
  });
}
