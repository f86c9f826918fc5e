import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import type { AccessRule } from '../example-check.ts';
import { type ExampleServer, gadgets } from './example-server.ts';

/** Starts an embedded API server for one example program. The caller must close `server`. */
export async function embeddedServer(): Promise<ExampleServer & { readonly server: ApiServer }> {
  let rules: readonly AccessRule[] = everything;
  let hasGadgets = false;
  const authorize: ApiServerOptions['authorize'] = ({ user, group = '', resource = '', verb }) =>
    user === 'admin' ||
    resource === '' ||
    rules.some(
      (rule) => has(rule.apiGroups, group) && has(rule.resources, resource) && has(rule.verbs, verb),
    );
  const tokens = { administration: 'admin', example: 'example' };
  const server = createApiServer({ tokens, authorize, resources: [gadgets] });
  const { url } = await server.listen();

  return {
    server,
    url,
    async ask<T>(method: string, path: string, body?: object): Promise<T> {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: 'Bearer administration',
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
    },
    userWith(rights = everything) {
      rules = rights;
      return Promise.resolve({ token: 'example' });
    },
    // The proxy answers 404 for the resource while the resource is not defined. The embedded server itself cannot add
    // or remove the resource.
    hides: (path) => !hasGadgets && path.startsWith(`/apis/${gadgets.group}/`),
    defineGadgets() {
      hasGadgets = true;
      return Promise.resolve();
    },
    withdrawGadgets() {
      for (const { metadata } of server.objects.list(gadgets))
        server.objects.delete(gadgets, `${metadata.namespace ?? ''}/${metadata.name}`);
      hasGadgets = false;
      server.endWatches();
      return Promise.resolve();
    },
  };
}

const everything: readonly AccessRule[] = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];

const has = (allowed: readonly string[], one: string): boolean =>
  allowed.includes('*') || allowed.includes(one);
