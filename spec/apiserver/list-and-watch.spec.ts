import { afterEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom, reduce } from 'rxjs';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { fc } from '../support/properties.ts';
import { configMaps } from './support/in-process-and-over-http.ts';
import type { Frame } from './support/watching.ts';

const path = '/api/v1/configmaps';
const names = ['a', 'b', 'c', 'd', 'e'];
const namespaces = ['default', 'kube-system'];

/** A random write: creates an object, changes its label, or deletes it. */
const write = fc.record({
  key: fc.tuple(fc.constantFrom(...namespaces), fc.constantFrom(...names)).map((parts) => parts.join('/')),
  app: fc.constantFrom('x', 'y', undefined),
});
interface Write {
  readonly key: string;
  readonly app: string | undefined;
}

function apply({ objects }: ApiServer, { key, app }: Write): void {
  const there = objects.get(configMaps, key);
  const [namespace = '', name = ''] = key.split('/');
  if (app === undefined) {
    if (there !== undefined) objects.delete(configMaps, key);
  } else if (there === undefined) {
    objects.create(configMaps, { metadata: { name, namespace, labels: { app } } });
  } else {
    objects.patch(configMaps, key, { metadata: { labels: { app } } });
  }
}

const scopes = [
  {},
  { labelSelector: 'app=x' },
  { fieldSelector: 'metadata.name=a' },
  { fieldSelector: 'metadata.namespace!=default', labelSelector: 'app!=y' },
] as const;

interface List {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly Frame['object'][];
}

async function list(server: ApiServer, query: Record<string, string>): Promise<List> {
  const body$ = server.transport.open({ path, query });
  return JSON.parse(
    await lastValueFrom(body$.pipe(reduce((text, bytes) => text + new TextDecoder().decode(bytes), ''))),
  ) as List;
}

const identity = ({ metadata }: Frame['object']): string =>
  `${(metadata as { namespace?: string }).namespace ?? ''}/${metadata.name ?? ''}@${metadata.resourceVersion}`;

const servers: ApiServer[] = [];

function start(): ApiServer {
  const server = createApiServer();
  servers.push(server);
  return server;
}

describe('list and watch together', () => {
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  it('should lead from a list at any version, by its watch, to every later list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 15 }),
        fc.array(write, { maxLength: 15 }),
        fc.constantFrom(...scopes),
        async (before, after, scope) => {
          const server = start();
          before.forEach((one) => apply(server, one));
          const { metadata, items } = await list(server, scope);
          const known = new Map(items.map((item) => [identity(item).split('@', 1).join(), identity(item)]));
          let last = 0;
          after.forEach((one) => apply(server, one));

          const query = { ...scope, watch: 'true', resourceVersion: metadata.resourceVersion };
          server.transport.open({ path, query }).subscribe((bytes) => {
            const { type, object } = JSON.parse(new TextDecoder().decode(bytes)) as Frame;
            const key = identity(object).split('@', 1).join();
            expect(known.has(key)).toBe(type !== 'ADDED');
            expect(Number(object.metadata.resourceVersion)).toBeGreaterThan(last);
            last = Number(object.metadata.resourceVersion);
            if (type === 'DELETED') known.delete(key);
            else known.set(key, identity(object));
          });

          const end = await list(server, scope);
          expect([...known.values()].sort()).toEqual(end.items.map(identity).sort());
        },
      ),
    );
  });

  it('should return the pages of the requested list, despite writes in between (P14)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 15 }),
        fc.array(fc.array(write, { maxLength: 3 }), { minLength: 10, maxLength: 10 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(...scopes),
        async (before, between, limit, scope) => {
          const server = start();
          before.forEach((one) => apply(server, one));
          const whole = await list(server, scope);
          const paged: string[] = [];
          let token: string | undefined;
          for (const writes of between) {
            const query = {
              ...scope,
              limit: String(limit),
              ...(token === undefined ? {} : { continue: token }),
            };
            const page = await list(server, query);
            paged.push(...page.items.map(identity));
            expect(page.metadata.resourceVersion).toBe(whole.metadata.resourceVersion);
            writes.forEach((one) => apply(server, one));
            token = page.metadata.continue;
            if (token === undefined) break;
          }

          expect(token).toBeUndefined();
          expect(paged).toEqual(whole.items.map(identity));
        },
      ),
    );
  });

  it('should send a slow reader and a late one the same events, even if the reader itself writes', () => {
    const server = start();
    const { resourceVersion } = server;
    const query = { watch: 'true', resourceVersion };
    const seen: string[][] = [[], []];
    const note = (to: string[] | undefined) => (bytes: Uint8Array) => {
      const { object } = JSON.parse(new TextDecoder().decode(bytes)) as Frame;
      to?.push(identity(object));
      const name = object.metadata.name ?? '';
      if (to === seen[0] && name < 'e') {
        const next = String.fromCharCode(name.charCodeAt(0) + 1);
        server.objects.create(configMaps, { metadata: { name: next, namespace: 'default' } });
      }
    };
    server.transport.open({ path, query }).subscribe(note(seen[0]));
    server.transport.open({ path, query }).subscribe(note(seen[1]));

    server.objects.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });

    expect(seen[0]?.map((one) => one.replace(/@.*/, ''))).toEqual(names.map((name) => `default/${name}`));
    expect(seen[1]).toEqual(seen[0]);
  });

  it('should share the bytes of an event among its watches', () => {
    const server = start();
    const query = { watch: 'true', resourceVersion: server.resourceVersion };
    const seen: Uint8Array[] = [];
    for (const scope of [{}, {}, { labelSelector: 'app' }]) {
      server.transport.open({ path, query: { ...query, ...scope } }).subscribe((bytes) => seen.push(bytes));
    }

    server.objects.create(configMaps, {
      metadata: { name: 'a', namespace: 'default', labels: { app: 'x' } },
    });

    expect(seen).toHaveLength(3);
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).toBe(seen[0]);
  });
});
