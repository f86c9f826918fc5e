import type { Client } from '../support/client.ts';

/** Where the definitions are. */
export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The one that the specs write, and the collection of its objects. */
export const definition = `${definitions}/gadgets.example.com`;
export const gadgets = '/apis/example.com/v1/namespaces/ns/gadgets';

export interface VersionOptions {
  readonly name?: string;
  readonly storage?: boolean;
  readonly served?: boolean;
  /** Of `spec`. */
  readonly properties?: object;
  /** Further members of the version. */
  readonly more?: object;
}

/** A version whose objects have a `spec` and a `status`. */
export function version({
  name = 'v1',
  storage = true,
  served = true,
  properties = { size: { type: 'integer', minimum: 1 } },
  more = {},
}: VersionOptions = {}): object {
  const status = { type: 'object', properties: { phase: { type: 'string' } } };
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties }, status } };
  return { name, served, storage, schema: { openAPIV3Schema }, ...more };
}

export interface DefinitionOptions {
  readonly names?: object;
  readonly versions?: readonly object[];
  /** Further members of `spec`. */
  readonly more?: object;
}

/** The definition of gadgets. */
export function gadgetDefinition({ names, versions = [version()], more }: DefinitionOptions = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gadgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'gadgets', kind: 'Gadget', ...names },
      versions,
      ...more,
    },
  };
}

/** A gadget to be sent. */
export const gadget = (name: string, spec: object = { size: 1 }, more: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { name },
  spec,
  ...more,
});

/** What specs look at in an object that a request gave. */
export interface Body {
  readonly apiVersion: string;
  readonly metadata: { readonly resourceVersion: string; readonly [name: string]: unknown };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly items: readonly Body[];
}

/** Sends a request that is to be granted. */
export async function done(client: Client, method: string, path: string, body?: unknown): Promise<Body> {
  const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
  const { code, body: answer } = await client.request(method, path, { body, headers });
  if (code >= 300) throw new Error(`${method} ${path}: ${code} ${JSON.stringify(answer)}`);
  return answer as Body;
}

/** Resolves once there is no such object. A deletion goes on in slices of time, which a busy machine fills sooner. */
export async function gone(client: Client, path: string): Promise<void> {
  while (!(await refused(client, 'GET', path)).startsWith('404 '))
    await new Promise((resolve) => setTimeout(resolve, 1));
}

/** What a request is refused with. */
export async function refused(client: Client, method: string, path: string, body?: unknown): Promise<string> {
  const { code, body: answer } = await client.request(method, path, { body });
  return `${code} ${(answer as { message?: string }).message ?? ''}`;
}
