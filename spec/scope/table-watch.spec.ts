import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { firstValueFrom, lastValueFrom, NEVER, of, Subject, type Subscription, throwError } from 'rxjs';
import {
  type Change,
  informer,
  type Informer,
  type InformerOptions,
  type KubeRequest,
  OptionsError,
  StatusError,
  type Transport,
} from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { metadataTransport, metadataWatch, type TableRow, tableWatch } from 'rx-informer/scope';
import { marbles } from '../support/marbles.ts';
import { until } from '../support/until.ts';

const widgets = { group: 'example.com', version: 'v1', resource: 'widgets' };

let server: ApiServer;
let requests: KubeRequest[];
let transport: Transport;
let running: Subscription | undefined;

beforeEach(() => {
  server = createApiServer();
  requests = [];
  transport = {
    open: (request) => {
      requests.push(request);
      return server.transport.open(request);
    },
  };
});
afterEach(async () => {
  running?.unsubscribe();
  await server.close();
});

const configMap = (name: string, data: Record<string, string> = {}) =>
  server.objects.create(core.v1.configmaps, { metadata: { name, namespace: 'default' }, data });

/** Returns each cell with the name of its column. */
const printed = ({ cells, columns }: TableRow): string =>
  columns.map(({ name }, at) => `${name}=${name === 'Age' ? '?' : String(cells[at])}`).join(' ');

/** Starts an informer, and records its changes as text. */
async function run<T extends TableRow>(
  source: Parameters<typeof informer<T>>[0],
  options: InformerOptions<T> = {},
): Promise<{ readonly live: Informer<T>; readonly changes: string[] }> {
  const live = informer<T>(source, { resetDelay: 0, ...options });
  const changes: string[] = [];
  running = live.store.batches$.subscribe((batch: readonly Change<T>[]) => {
    changes.push(...batch.map(({ type, object }) => `${type} ${printed(object)}`));
  });
  running.add(live.start());
  await until(() => live.store.hasSynced);
  return { live, changes };
}

describe('tableWatch, on a server', () => {
  it.each(['auto', 'never'] as const)(
    'should store the rows of the server, with streamed lists: %s',
    async (streamingList) => {
      configMap('a', { x: '1' });
      configMap('b');
      const { live, changes } = await run(
        tableWatch(transport, core.v1.configmaps, { namespace: 'default' }),
        {
          reflect: { streamingList, pageSize: 1 },
        },
      );
      const { store } = live;

      configMap('c', { x: '1', y: '2' });
      await until(() => store.size === 3);
      server.objects.delete(core.v1.configmaps, 'default/a');
      await until(() => store.size === 2);

      expect(changes).toEqual([
        'added Name=a Data=1 Age=?',
        'added Name=b Data=0 Age=?',
        'added Name=c Data=2 Age=?',
        'deleted Name=a Data=1 Age=?',
      ]);
      expect(store.get('default/c')).toMatchObject({
        kind: 'TableRow',
        metadata: { name: 'c', namespace: 'default' },
      });
      expect(store.get('default/c')).not.toHaveProperty('object');
      expect(store.get('default/c')?.columns).toBe(store.get('default/b')?.columns);
      expect(store.get('default/b')?.columns[0]).toMatchObject({
        name: 'Name',
        type: 'string',
        format: 'name',
        priority: 0,
      });
    },
  );

  it('should end a streamed list at the bookmark of the Table', async () => {
    configMap('a');
    const { live } = await run(tableWatch(transport, core.v1.configmaps), {
      reflect: { streamingList: 'auto' },
    });

    const status = await firstValueFrom(live.status$);
    expect(status).toMatchObject({ phase: 'watching', resourceVersion: live.store.resourceVersion });
    expect(requests.map(({ query }) => query?.['includeObject'])).toEqual(['Metadata']);
  });

  it('should have the whole object in each row, on demand', async () => {
    configMap('a', { x: '1' });
    const { live } = await run(tableWatch(transport, core.v1.configmaps, { includeObject: 'Object' }));
    const row = live.store.get('default/a');

    expect(row?.object).toMatchObject({ kind: 'ConfigMap', data: { x: '1' } });
    expect(row?.object?.metadata).toBe(row?.metadata);
    expect(row?.cells).toHaveLength(3);
  });

  it('should print a custom resource, also after its columns have changed', async () => {
    const columns = (name: string, jsonPath: string) => [{ name, type: 'string', jsonPath }];
    const crd = (additionalPrinterColumns: readonly object[]) => ({
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            additionalPrinterColumns,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    });
    const send = (method: 'POST' | 'PATCH', path: string, body: object) =>
      firstValueFrom(
        server.transport.open({
          method,
          path,
          body: JSON.stringify(body),
          headers: {
            'content-type': method === 'POST' ? 'application/json' : 'application/merge-patch+json',
          },
        }),
      );
    const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const all = '/apis/example.com/v1/namespaces/default/widgets';
    const widget = (name: string) => ({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name },
      spec: { size: 'big', color: 'red' },
    });
    await send('POST', crds, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      ...crd(columns('Size', '.spec.size')),
    });
    await send('POST', all, widget('a'));
    const { live } = await run(tableWatch(transport, widgets));
    expect([...live.store.list()].map(printed)).toEqual(['Name=a Size=big']);

    await send('PATCH', `${crds}/widgets.example.com`, crd(columns('Color', '.spec.color')));
    await send('POST', all, widget('b'));
    await until(() => live.store.size === 2);

    const [a, b] = live.store.list().map(printed);
    expect(a).toBe('Name=a Size=big');
    expect(['Name=b Color=red', 'Name=b Size=big']).toContain(b);
  });
});

describe('tableWatch, over a transport', () => {
  const answer = (body: object) => of(new TextEncoder().encode(`${JSON.stringify(body)}\n`));
  const metadata = { name: 'a', uid: 'u', resourceVersion: '3' };

  it('should emit rows without columns for plain objects, and for a server that refuses Tables', () => {
    const list = {
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '7' },
      items: [{ metadata }],
    };
    const row = { kind: 'TableRow', apiVersion: 'meta.k8s.io/v1', metadata, cells: [], columns: [] };
    let sent = 0;
    const refusing: Transport = {
      open: () =>
        sent++ === 0
          ? throwError(() => new StatusError({ code: 406, reason: 'NotAcceptable' }))
          : answer(list),
    };
    marbles().run(({ expectObservable }) => {
      const page = { p: { items: [row], resourceVersion: '7' } };
      expectObservable(tableWatch({ open: () => answer(list) }, core.v1.configmaps).list()).toBe(
        '(p|)',
        page,
      );
      expectObservable(tableWatch(refusing, core.v1.configmaps).list()).toBe('(p|)', page);
      const event = { type: 'ADDED', object: { metadata } };
      expectObservable(tableWatch({ open: () => answer(event) }, core.v1.configmaps).watch()).toBe('(e|)', {
        e: { type: 'ADDED', object: row },
      });
    });
  });

  it('should emit malformed cells and columns as empty values, and omit a row without an object', () => {
    const deep = JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`) as unknown;
    const table = {
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '7' },
      columnDefinitions: [1, { name: 2 }],
      rows: [{ cells: [deep, 1], object: { metadata } }, { cells: 1 }, 5],
    };
    const incidents: string[] = [];
    marbles().run(({ expectObservable }) => {
      const column = { name: '', type: '', format: '', description: '', priority: 0 };
      const list$ = tableWatch({ open: () => answer(table) }, core.v1.configmaps).list(
        {},
        { onIncident: ({ message }) => void incidents.push(message) },
      );
      expectObservable(list$).toBe('(p|)', {
        p: {
          items: [expect.objectContaining({ cells: [null, 1], columns: [column, column] })],
          resourceVersion: '7',
        },
      });
    });
    expect(incidents).toHaveLength(2);
  });

  it('should keep the columns of a running watch when a list has other columns', async () => {
    const watch$ = new Subject<Uint8Array>();
    const bytes = (body: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(body)}\n`);
    const table = (names: readonly string[] | undefined, cells: readonly string[]): object => ({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '3' },
      ...(names !== undefined && { columnDefinitions: names.map((name) => ({ name, type: 'string' })) }),
      rows: [{ cells, object: { metadata } }],
    });
    const source = tableWatch(
      {
        open: ({ query }) =>
          query?.['watch'] === 'true'
            ? watch$
            : of(bytes(table(['Name', 'Ready', 'Size'], ['a', 'yes', 'big']))),
      },
      widgets,
    );
    const rows: string[] = [];
    const watching = source.watch({ resourceVersion: '1' }).subscribe((event) => {
      if (event.type !== 'BOOKMARK') rows.push(printed(event.object));
    });
    watch$.next(bytes({ type: 'ADDED', object: table(['Name', 'Size'], ['a', 'small']) }));
    await until(() => rows.length === 1);
    await firstValueFrom(source.list({ limit: 1 }));
    watch$.next(bytes({ type: 'MODIFIED', object: table(undefined, ['a', 'big']) }));
    await until(() => rows.length === 2);
    watching.unsubscribe();

    expect(rows).toEqual(['Name=a Size=small', 'Name=a Size=big']);
  });

  it.each([
    ['tableWatch', tableWatch],
    ['metadataWatch', metadataWatch],
  ])('should read discovery after a 404 if the caller asks for it: %s', async (_, create) => {
    const paths: string[] = [];
    const transport: Transport = {
      open: ({ path }) => {
        paths.push(path);
        if (path !== '/apis') return throwError(() => new StatusError({ code: 404 }));
        return answer({
          kind: 'APIGroupList',
          groups: [{ name: 'apps', versions: [{ groupVersion: 'apps/v1' }] }],
        });
      },
    };
    const failed = lastValueFrom<unknown>(create(transport, widgets).list({}, { checkServed: true }));

    await expect(failed).rejects.toMatchObject({ isNotServed: true });
    expect(paths.at(-1)).toBe('/apis');
  });

  it('should wait, error and abort like the transport', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const rows = tableWatch({ open: () => NEVER }, core.v1.configmaps);
      expectObservable(rows.list(), '^--!').toBe('-');
      const failed = expect.objectContaining({ code: 403 });
      const refused = { open: () => throwError(() => new StatusError({ code: 403, reason: '' })) };
      expectObservable(tableWatch(refused, core.v1.configmaps).list()).toBe('#', {}, failed);
      expectObservable(tableWatch(refused, core.v1.configmaps).watch()).toBe('#', {}, failed);
      const body$ = cold<Uint8Array>('-----');
      const twice = tableWatch({ open: () => body$ }, core.v1.configmaps);
      expectObservable(twice.watch(), '^-!').toBe('-');
      expectObservable(twice.watch(), '---^-!').toBe('-');
      expectSubscriptions(body$.subscriptions).toBe(['^-!', '---^-!']);
    });
  });

  it('should refuse wrong options', () => {
    expect(() => tableWatch({} as never, core.v1.pods)).toThrow(OptionsError);
    expect(() => tableWatch(transport, core.v1.pods, { includeObject: 'None' as never })).toThrow(
      "'Metadata' or 'Object'",
    );
    expect(() => tableWatch(transport, core.v1.pods, { labels: 'x' } as never)).toThrow(OptionsError);
  });
});

describe('metadataWatch', () => {
  it('should store the metadata that the server sends', async () => {
    configMap('a', { x: '1' });
    const live = informer(metadataWatch(transport, core.v1.configmaps), { resetDelay: 0 });
    running = live.start();
    await until(() => live.store.hasSynced);

    const a = live.store.get('default/a');
    expect(Object.keys(a ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(a?.kind).toBe('PartialObjectMetadata');
    expect(requests[0]?.headers?.['accept']).toContain('as=PartialObjectMetadata');
  });

  it('should remove the spec and the status if the server sends whole objects', () => {
    const metadata = { name: 'a', uid: 'u', resourceVersion: '3' };
    const whole = { kind: 'Pod', apiVersion: 'v1', metadata, spec: {}, status: {} };
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    const answering: Transport = {
      open: ({ query }) =>
        of(
          new TextEncoder().encode(
            `${JSON.stringify(query?.['watch'] === 'true' ? { type: 'ADDED', object: whole } : { kind: 'PodList', metadata: { resourceVersion: '7' }, items: [whole] })}\n`,
          ),
        ),
    };
    marbles().run(({ expectObservable }) => {
      const pods = metadataWatch(answering, core.v1.pods);
      expectObservable(pods.list()).toBe('(p|)', { p: { items: [partial], resourceVersion: '7' } });
      expectObservable(pods.watch()).toBe('(e|)', { e: { type: 'ADDED', object: partial } });
    });
  });

  it('should refuse wrong arguments', () => {
    expect(() => metadataWatch({} as never, core.v1.pods)).toThrow('metadataWatch: transport');
    expect(() => metadataTransport({} as never)).toThrow('metadataTransport: transport');
    expect(() => metadataWatch(transport, core.v1.pods, { labels: 'x' } as never)).toThrow(OptionsError);
  });
});
