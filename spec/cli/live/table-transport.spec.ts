import { describe, expect, it } from '@jest/globals';
import { finalize, from, lastValueFrom, NEVER, type Observable, throwError, toArray } from 'rxjs';
import {
  type KubeObject,
  type KubeRequest,
  listWatch,
  StatusError,
  type Transport,
  type WatchEvent,
} from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { createColumnSets } from '../../../src/cli/live/machine/column-sets.ts';
import { cellOf, cellsOf } from '../../../src/cli/live/machine/objects-of-table.ts';
import type { ColumnDefinition } from '../../../src/cli/live/machine/table.ts';
import { tableTransport } from '../../../src/cli/live/table-transport.ts';
import { bookmarkFrame, frameOf, rowOf, tablePage } from './tables.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Creates a transport that answers the n-th request with the n-th member of `answers`: the pieces of a body, or an
 * error. Records the requests and the reported columns.
 */
function scene(...answers: readonly (readonly string[] | Error)[]): {
  readonly transport: Transport;
  readonly requests: readonly KubeRequest[];
  readonly columns: (readonly string[] | 'plain')[];
  /** Returns the row of an object as text, by its headings. */
  readonly said: (object: object) => string;
} {
  const [requests, columns]: [KubeRequest[], (readonly string[] | 'plain')[]] = [[], []];
  const answering: Transport = {
    open: (request) => {
      const answer = answers[requests.push(request) - 1] ?? [];
      return answer instanceof Error ? throwError(() => answer) : from(answer.map(bytes));
    },
  };
  const receive = (received: readonly ColumnDefinition[] | undefined): void =>
    void columns.push(received?.map(({ heading }) => heading) ?? 'plain');
  const sets = createColumnSets();
  const said = (object: object): string => {
    const cells = cellsOf(object, sets);
    return [...(cells?.places.keys() ?? [])]
      .map((heading) => `${heading}=${cells === undefined ? '' : cellOf(cells, heading)}`)
      .join(' ');
  };
  return { transport: tableTransport(answering, receive, sets), requests, columns, said };
}

/** Resolves when an Observable has ended. The result contains all values and the kind of end. */
function all<T>(source$: Observable<T>): Promise<{ readonly values: readonly T[]; readonly end: unknown }> {
  const values: T[] = [];
  return new Promise((resolve) => {
    source$.subscribe({
      next: (value) => values.push(value),
      error: (end: unknown) => resolve({ values, end }),
      complete: () => resolve({ values, end: 'complete' }),
    });
  });
}

const text = async (source$: Observable<Uint8Array>): Promise<string> =>
  (await all(source$)).values.map((chunk) => new TextDecoder().decode(chunk)).join('');
const list = { path: '/api/v1/pods', query: { limit: '500' } };
const watch = { path: '/api/v1/pods', query: { watch: 'true' } };
const plainFrame = '{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n';

describe('tableTransport', () => {
  it('should request Tables as kubectl does, with plain JSON as the alternative (P102)', async () => {
    const { transport, requests } = scene();
    await all(transport.open({ ...list, headers: { 'x-mine': '1' } }));

    expect(requests).toEqual([
      {
        path: '/api/v1/pods',
        query: { limit: '200', includeObject: 'Metadata' },
        headers: { 'x-mine': '1', accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' },
      },
    ]);
  });

  it('should turn pages into lists, so that a list continues from page to page', async () => {
    const [first, second] = [
      JSON.stringify(tablePage(['a', 'b'], { resourceVersion: '9', continue: 't', remainingItemCount: 1 })),
      JSON.stringify(tablePage(['c'], { resourceVersion: '9' })),
    ];
    const { transport, columns, requests, said } = scene([first.slice(0, 100), first.slice(100)], [second]);
    const values = await lastValueFrom(listWatch(transport, core.v1.pods).list({ limit: 2 }).pipe(toArray()));

    expect(values.map(({ items, ...rest }) => [items.map(({ metadata }) => metadata.name), rest])).toEqual([
      [['a', 'b'], { resourceVersion: '9', remainingItemCount: 1 }],
      [['c'], { resourceVersion: '9' }],
    ]);
    expect(values[0]?.items[0]).toMatchObject(rowOf('a').object);
    expect(said(values[0]?.items[0] ?? {})).toBe('NAME=a STATUS=Running');
    expect(requests[1]?.query).toMatchObject({ continue: 't', includeObject: 'Metadata' });
    expect(columns).toEqual([
      ['NAME', 'STATUS'],
      ['NAME', 'STATUS'],
    ]);
  });

  it('should turn events into events of objects, for any chunks (P104)', async () => {
    const stream = [
      frameOf('ADDED', 'a', '3', true),
      frameOf('MODIFIED', 'a', '4'),
      bookmarkFrame('7'),
      frameOf('DELETED', 'a', '8'),
    ].join('');
    const pieces = stream.match(/[^]{1,77}/g) ?? [];
    const { transport, columns, said } = scene(pieces);
    const events$ = listWatch(transport, core.v1.pods).watch({ allowWatchBookmarks: true });
    const values = await lastValueFrom(events$.pipe(toArray()));
    const word = (event: WatchEvent<KubeObject>): string =>
      event.type === 'BOOKMARK'
        ? `BOOKMARK ${event.resourceVersion}`
        : `${event.type} ${event.object.metadata.resourceVersion} ${said(event.object)}`;

    expect(values.map(word)).toEqual([
      'ADDED 3 NAME=a STATUS=Running',
      'MODIFIED 4 NAME=a STATUS=Running',
      'BOOKMARK 7',
      'DELETED 8 NAME=a STATUS=Running',
    ]);
    expect(columns).toEqual([['NAME', 'STATUS']]);
  });

  it('should read the version of a bookmark without a row, and the end of a streamed list', async () => {
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const { transport } = scene([bookmarkFrame('7', []), bookmarkFrame('8', [{ annotations }])]);

    expect(await lastValueFrom(listWatch(transport, core.v1.pods).watch().pipe(toArray()))).toEqual([
      { type: 'BOOKMARK', resourceVersion: '7' },
      { type: 'BOOKMARK', resourceVersion: '8', initialEventsEnd: true },
    ]);
  });

  it('should pass an ERROR event through, which always contains a Status (P107)', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired', message: 'too old' };
    const { transport } = scene([`${JSON.stringify({ type: 'ERROR', object: status })}\n`]);

    await expect(lastValueFrom(listWatch(transport, core.v1.pods).watch())).rejects.toMatchObject({
      code: 410,
      failure: 'expired',
    });
  });

  it('should pass the answers of a server without Tables through unchanged', async () => {
    const page = '{"kind":"PodList","metadata":{},"items":[{"note":"\\"Table\\""}]}';
    const event = '{"type":"ADDED","object":{"kind":"Pod","note":"Table"}}\n';

    expect(await text(scene([page]).transport.open(list))).toBe(page);
    expect(await text(scene([event]).transport.open(watch))).toBe(event);
    expect(await text(scene(['{"kind":"Table"']).transport.open(list))).toBe('{"kind":"Table"');
    expect(await text(scene(['{"kind":"Table"\n']).transport.open(watch))).toBe('{"kind":"Table"\n');
  });

  it('should request plain objects if the server refuses the form', async () => {
    const { transport, requests, columns } = scene(new StatusError({ code: 406 }), ['{"items":[]}']);

    expect(await text(transport.open(list))).toBe('{"items":[]}');
    expect(requests[1]).toEqual(list);
    expect(columns).toEqual(['plain']);
  });

  it('should emit every other refusal', async () => {
    const refusal = new StatusError({ code: 403 });

    expect((await all(scene(refusal).transport.open(list))).end).toBe(refusal);
  });

  it('should leave no request open when it is unsubscribed', () => {
    for (const request of [list, watch]) {
      let isOpen = true;
      const endless: Transport = { open: () => NEVER.pipe(finalize(() => (isOpen = false))) };
      const subscription = tableTransport(endless, () => undefined, createColumnSets())
        .open(request)
        .subscribe();
      expect(isOpen).toBe(true);
      subscription.unsubscribe();
      expect(isOpen).toBe(false);
    }
  });

  it('should drop an incomplete event at the end, because the reader can handle a cut stream', async () => {
    const { transport } = scene([frameOf('ADDED', 'a', '3', true) + '{"type":"ADDED","obj']);

    const events$ = listWatch(transport, core.v1.pods).watch();
    expect(await lastValueFrom(events$.pipe(toArray()))).toMatchObject([{ type: 'ADDED' }]);
  });

  it.each([
    ['too many values', `{"kind":"Table","apiVersion":"meta.k8s.io/v1","x":[0${',{}'.repeat(150_000)}]}`],
    ['too many bytes', `{"kind":"Table","apiVersion":"meta.k8s.io/v1","x":"${'x'.repeat(9 * 1_048_576)}"}`],
  ])(
    'should request fewer rows of a Table, and finally plain objects, if the Table has %s',
    async (_, table) => {
      const { transport, requests, columns } = scene(
        ...Array.from({ length: 3 }, () => [table]),
        ['{"items":[]}'],
        ['{"items":[1]}'],
        ['{}'],
      );

      expect(await text(transport.open(list))).toBe('{"items":[]}');
      expect(requests.map(({ query }) => query?.['limit'])).toEqual(['200', '50', '12', '500']);
      expect(requests[3]).toEqual(list);
      expect(columns).toEqual(['plain']);

      expect(await text(transport.open(list))).toBe('{"items":[1]}');
      expect(await text(transport.open(watch))).toBe('{}');
      expect(requests.slice(4)).toEqual([list, watch]);
    },
  );

  it('should continue with the reduced number of rows', async () => {
    const small = JSON.stringify(tablePage(['a'], { resourceVersion: '9', continue: 't' }));
    const large = JSON.stringify({ ...tablePage([], {}), x: Array(140_000).fill([]) });
    const { transport, requests, columns } = scene([large], [small], [small]);
    await all(transport.open(list));
    await all(transport.open(list));

    expect(requests.map(({ query }) => query?.['limit'])).toEqual(['200', '50', '50']);
    expect(columns).toEqual([
      ['NAME', 'STATUS'],
      ['NAME', 'STATUS'],
    ]);
  });

  it('should request plain objects immediately if all rows are on one page', async () => {
    const large = JSON.stringify({ ...tablePage([], {}), x: Array(140_000).fill([]) });
    const { transport, requests } = scene([large], ['{"items":[]}']);

    expect(await text(transport.open({ path: '/api/v1/pods' }))).toBe('{"items":[]}');
    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual({ path: '/api/v1/pods' });
  });

  it('should emit each row of an event as a separate event', async () => {
    const two = JSON.parse(frameOf('ADDED', 'a', '3', true)) as { object: { rows: unknown[] } };
    two.object.rows.push(rowOf('b', '4'));
    const { transport } = scene([`${JSON.stringify(two)}\n`]);
    const events = await lastValueFrom(listWatch(transport, core.v1.pods).watch().pipe(toArray()));

    expect(events).toMatchObject([
      { type: 'ADDED', object: { metadata: { name: 'a' } } },
      { type: 'ADDED', object: { metadata: { name: 'b' } } },
    ]);
  });

  it('should use the columns of the previous page for an event without columns', async () => {
    const { transport, said } = scene(
      [JSON.stringify(tablePage(['a'], { resourceVersion: '9' }))],
      [frameOf('MODIFIED', 'a', '10')],
    );
    await all(transport.open(list));
    const [event] = await lastValueFrom(listWatch(transport, core.v1.pods).watch().pipe(toArray()));

    expect(event?.type === 'MODIFIED' && said(event.object)).toBe('NAME=a STATUS=Running');
  });

  it.each(['\u0390', '"', '\u0000', 'x'])(
    'should write an amount of rows in proportion to the input, for any headings: %j',
    async (character) => {
      const columnDefinitions = Array.from({ length: 100 }, (_, at) => ({
        name: `${at}${character.repeat(99)}`,
      }));
      const row = {
        cells: Array(100).fill(0),
        object: { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } },
      };
      const table = {
        ...tablePage([], { resourceVersion: '9' }),
        columnDefinitions,
        rows: Array(200).fill(row) as unknown[],
      };
      const page = JSON.stringify(table);
      const frame = `${JSON.stringify({ type: 'ADDED', object: table })}\n`;

      expect((await text(scene([page]).transport.open(list))).length).toBeLessThan(2 * page.length);
      expect((await text(scene([frame]).transport.open(watch))).length).toBeLessThan(2 * frame.length);
    },
  );

  it.each([
    ['type', { type: 'x'.repeat(100_000) }, {}],
    ['type that is not a string', { type: { x: 'x'.repeat(100_000) } }, {}],
    ['metadata', { type: 'ADDED' }, { metadata: { resourceVersion: 'x'.repeat(100_000) } }],
  ])('should not repeat a long %s for each row of an event', async (_, event, table) => {
    const rows = [...Array<unknown>(100).fill({ cells: [] }), ...Array<unknown>(100).fill(rowOf('a'))];
    const frame = `${JSON.stringify({ ...event, object: { ...tablePage([], {}), ...table, rows } })}\n`;

    expect((await text(scene([frame]).transport.open(watch))).length).toBeLessThan(2 * frame.length);
  });

  it('should not skip rows that are not a list', async () => {
    const page = JSON.stringify({ ...tablePage([], { resourceVersion: '9' }), rows: 'x' });

    await expect(
      lastValueFrom(listWatch(scene([page]).transport, core.v1.pods).list()),
    ).rejects.toMatchObject({
      message: expect.stringContaining('the answer to a list request is not a list'),
    });
  });

  it('should not skip rows of a wrong type', async () => {
    const page = JSON.stringify({ ...tablePage([], { resourceVersion: '9' }), rows: [null, 5, 'x', []] });
    const incidents: unknown[] = [];
    const pages$ = listWatch(scene([page]).transport, core.v1.pods).list(
      {},
      { onIncident: (one) => incidents.push(one) },
    );

    expect(await lastValueFrom(pages$)).toEqual({ items: [], resourceVersion: '9' });
    expect(incidents).toHaveLength(4);
  });

  it('should fail if an event has too many values, and request plain objects from then on', async () => {
    const { transport, requests, columns } = scene(
      [`{"type":"ADDED","object":{"kind":"Table","x":[0${',{}'.repeat(150_000)}]}}\n`],
      [plainFrame],
    );

    expect((await all(transport.open(watch))).end).toMatchObject({
      message: expect.stringContaining('a Table has more than 131072 values'),
    });
    expect(await text(transport.open(watch))).toBe(plainFrame);
    expect(requests.map(({ headers }) => headers?.['accept']?.includes('as=Table') ?? false)).toEqual([
      true,
      false,
    ]);
    expect(columns).toEqual(['plain']);
  });
});
