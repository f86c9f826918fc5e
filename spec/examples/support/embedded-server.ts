import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { type ExampleServer, gadgets } from './example-server.ts';

/** Starts an embedded API server for one example program. The caller must close `server`. */
export async function embeddedServer(): Promise<ExampleServer & { readonly server: ApiServer }> {
  let hasGadgets = false;
  const server = createApiServer({ tokens: { [token]: 'admin' }, resources: [gadgets] });
  const { url } = await server.listen();

  return {
    server,
    url,
    token,
    async ask<T>(method: string, path: string, body?: object): Promise<T> {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
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
    async another() {
      const more = await embeddedServer();
      return { ...more, close: () => more.server.close() };
    },
  };
}

const token = 'administration';
