import { readFileSync } from 'node:fs';
import { describe } from '../../src/apiserver/discovery/open-api/descriptions.ts';
import { generatedDefinitionNames } from '../../src/apiserver/generated/definition-names.ts';
import { generatedDefinitions } from '../../src/apiserver/generated/definitions.ts';
import type { Schemas } from '../apiserver/generate/schemas.ts';

/** A part of an OpenAPI document, without descriptions. A `$ref` is the name of a definition. */
export type OpenApi = Readonly<Record<string, unknown>>;

/** A named schema of the server. */
export interface Definition {
  /** For example `io.k8s.api.core.v1.PodSpec`. */
  readonly name: string;
  readonly schema: OpenApi;
  /** The descriptions of the properties. The key `''` stands for the definition itself. */
  readonly descriptions: Readonly<Record<string, string>>;
}

/** The definitions of a server that serves all built-in kinds. */
export interface Definitions {
  get(name: string): Definition;
  /** Returns the name of the definition of a kind. */
  nameOf(group: string, version: string, kind: string): string;
}

/** The content of `on-request.json`. */
interface OnRequest {
  readonly names: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, Omit<Definition, 'name'>>>;
}

/** The file with the definitions of the kinds that a server serves only with `--runtime-config` or a feature gate. */
export const onRequestFile: URL = new URL('generated/on-request.json', import.meta.url);

/**
 * Formats `on-request.json`: the definitions and the kinds that `src/apiserver/generated` does not have. Each definition
 * is one line.
 */
export function formatOnRequest({ names, definitions, descriptions }: Schemas): string {
  const linesOf = (entries: readonly (readonly [string, unknown])[]): string =>
    entries.map(([name, value]) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',');
  const kinds = [...names].filter(([kind]) => !(kind in generatedDefinitionNames));
  const needed = new Map<string, unknown>();
  const add = (name: string): void => {
    const schema = definitions.get(name);
    if (schema === undefined || name in generatedDefinitions || needed.has(name)) return;
    needed.set(name, { schema, descriptions: descriptions.get(name) ?? {} });
    referencesOf(schema).forEach(add);
  };
  for (const [, name] of kinds) add(name);
  const sorted = [...needed].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{\n  "names": {${linesOf(kinds)}\n  },\n  "definitions": {${linesOf(sorted)}\n  }\n}\n`;
}

/** Returns the names of the definitions to which a schema refers, in the order of the schema. */
export function referencesOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : referencesOf(value),
  );
}

/** Reads the definitions from `src/apiserver/generated` and from `on-request.json`. */
export function readDefinitions(): Definitions {
  const onRequest = JSON.parse(readFileSync(onRequestFile, 'utf8')) as OnRequest;
  return {
    get: (name) => {
      const text = generatedDefinitions[name];
      if (text !== undefined) {
        return { name, schema: JSON.parse(text) as OpenApi, descriptions: describe(name) };
      }
      const found = onRequest.definitions[name];
      if (found === undefined) throw new Error(`there is no definition ${name}`);
      return { name, ...found };
    },
    nameOf: (group, version, kind) => {
      const key = `${group === '' ? version : `${group}/${version}`}/${kind}`;
      const name = generatedDefinitionNames[key] ?? onRequest.names[key];
      if (name === undefined) throw new Error(`there is no definition of ${key}`);
      return name;
    },
  };
}
