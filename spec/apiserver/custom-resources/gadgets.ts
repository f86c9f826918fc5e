import type { Client } from '../support/client.ts';

/** The path of the CRDs. */
export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The path of the CRD of gadgets, and the path of the gadgets in the namespace `ns`. */
export const definition = `${definitions}/gadgets.example.com`;
export const gadgets = '/apis/example.com/v1/namespaces/ns/gadgets';

export interface VersionOptions {
  readonly name?: string;
  readonly storage?: boolean;
  readonly served?: boolean;
  /** The schemas of the properties in the `spec` of an object. */
  readonly properties?: object;
  /** Additional members of the version, which is one entry of `spec.versions` in the CRD. */
  readonly more?: object;
}

/** Returns a version of a CRD. Its objects have a `spec` and a `status`. */
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
  /** Additional members of the `spec` of the CRD. */
  readonly more?: object;
}

/** Returns the CRD of gadgets. */
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

/** Returns the body of a gadget, which is a custom resource. */
export const gadget = (name: string, spec: object = { size: 1 }, more: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { name },
  spec,
  ...more,
});

/** The fields of a response body that the specs read. */
export interface Body {
  readonly apiVersion: string;
  readonly metadata: { readonly resourceVersion: string; readonly [name: string]: unknown };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly items: readonly Body[];
}

/** Sends a request that must succeed. Returns the body of the response. */
export async function done(client: Client, method: string, path: string, body?: unknown): Promise<Body> {
  const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
  const { code, body: answer } = await client.request(method, path, { body, headers });
  if (code >= 300) throw new Error(`${method} ${path}: ${code} ${JSON.stringify(answer)}`);
  return answer as Body;
}

/**
 * Resolves when the object no longer exists. The deletion runs in several tasks, so it takes longer on a busy
 * computer.
 */
export async function gone(client: Client, path: string): Promise<void> {
  while (!(await refused(client, 'GET', path)).startsWith('404 '))
    await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Returns the status code and the message of a request that the server refuses. */
export async function refused(client: Client, method: string, path: string, body?: unknown): Promise<string> {
  const { code, body: answer } = await client.request(method, path, { body });
  return `${code} ${(answer as { message?: string }).message ?? ''}`;
}
