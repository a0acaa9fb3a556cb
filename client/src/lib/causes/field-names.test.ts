/** Every property and query parameter of a request has a name, for messages that are shown away from its form. */

import { expect, test } from "vitest";
import dashboard from "@/generated/openapi.json";
import transactional from "@/generated/trx-openapi.json";
import en from "./texts/en.json";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

function listRequestFields({ paths, components }: Contract): readonly string[] {
  const seen = new Set<Schema>();
  const propertiesOf = (schema: Schema | undefined): string[] => {
    if (!schema || seen.has(schema)) return [];
    seen.add(schema);
    const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
    const inner = [
      $ref === undefined ? undefined : components.schemas[$ref.split("/").at(-1) ?? ""],
      items,
      typeof additionalProperties === "object" ? additionalProperties : undefined,
      ...anyOf,
      ...oneOf,
      ...allOf,
      ...Object.values(properties),
    ];
    return [...Object.keys(properties), ...inner.flatMap(propertiesOf)];
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  return [
    ...bodies.flatMap(({ schema }) => propertiesOf(schema)),
    ...parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
  ];
}

test("every field of a request has a name, and no name is left over", () => {
  const fields = new Set(
    [dashboard, transactional].flatMap((contract) => listRequestFields(contract as unknown as Contract)),
  );
  const names = Object.keys(en.fields);

  expect([...fields].filter((field) => !names.includes(field))).toEqual([]);
  expect(names.filter((name) => !fields.has(name))).toEqual([]);
  expect(fields.size).toBeGreaterThan(240);
});
