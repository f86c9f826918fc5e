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
import { cellsOf } from '../../../src/cli/live/machine/objects-of-table.ts';
import type { ColumnDefinition } from '../../../src/cli/live/machine/table.ts';
import { tableTransport } from '../../../src/cli/live/table-transport.ts';
import { bookmarkFrame, frameOf, rowOf, tablePage } from './tables.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A transport that answers all with these pieces, or with an error; what it was asked, and the columns it told. */
function scene(...answers: readonly (readonly string[] | Error)[]): {
  readonly transport: Transport;
  readonly requests: readonly KubeRequest[];
  readonly columns: (readonly string[] | 'plain')[];
} {
  const [requests, columns]: [KubeRequest[], (readonly string[] | 'plain')[]] = [[], []];
  const answering: Transport = {
    open: (request) => {
      const answer = answers[requests.push(request) - 1] ?? [];
      return answer instanceof Error ? throwError(() => answer) : from(answer.map(bytes));
    },
  };
  const hear = (heard: readonly ColumnDefinition[] | undefined): void =>
    void columns.push(heard?.map(({ heading }) => heading) ?? 'plain');
  return { transport: tableTransport(answering, hear), requests, columns };
}

/** All that comes at once, and how it ends. */
function all<T>(source$: Observable<T>): { readonly values: readonly T[]; readonly end: unknown } {
  const values: T[] = [];
  let end: unknown = 'open';
  source$.subscribe({
    next: (value) => values.push(value),
    error: (error: unknown) => (end = error),
    complete: () => (end = 'complete'),
  });
  return { values, end };
}

const text = (source$: Observable<Uint8Array>): string =>
  all(source$)
    .values.map((chunk) => new TextDecoder().decode(chunk))
    .join('');
const list = { path: '/api/v1/pods', query: { limit: '500' } };
const watch = { path: '/api/v1/pods', query: { watch: 'true' } };

describe('tableTransport', () => {
  it('should ask as kubectl does, with plain JSON as the other choice (P102)', () => {
    const { transport, requests } = scene();
    all(transport.open({ ...list, headers: { 'x-mine': '1' } }));

    expect(requests).toEqual([
      {
        path: '/api/v1/pods',
        query: { limit: '200', includeObject: 'Metadata' },
        headers: { 'x-mine': '1', accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' },
      },
    ]);
  });

  it('should turn pages into lists, so that a list goes on from page to page', async () => {
    const [first, second] = [
      JSON.stringify(tablePage(['a', 'b'], { resourceVersion: '9', continue: 't', remainingItemCount: 1 })),
      JSON.stringify(tablePage(['c'], { resourceVersion: '9' })),
    ];
    const { transport, columns, requests } = scene([first.slice(0, 100), first.slice(100)], [second]);
    const values = await lastValueFrom(listWatch(transport, core.v1.pods).list({ limit: 2 }).pipe(toArray()));

    expect(values.map(({ items, ...rest }) => [items.map(({ metadata }) => metadata.name), rest])).toEqual([
      [['a', 'b'], { resourceVersion: '9', remainingItemCount: 1 }],
      [['c'], { resourceVersion: '9' }],
    ]);
    expect(values[0]?.items[0]).toEqual({
      ...rowOf('a').object,
      'rx-informer/cells': { NAME: 'a', STATUS: 'Running' },
    });
    expect(requests[1]?.query).toMatchObject({ continue: 't', includeObject: 'Metadata' });
    expect(columns).toEqual([
      ['NAME', 'STATUS'],
      ['NAME', 'STATUS'],
    ]);
  });

  it('should turn events into events of objects, wherever the chunks are cut (P104)', async () => {
    const stream = [
      frameOf('ADDED', 'a', '3', true),
      frameOf('MODIFIED', 'a', '4'),
      bookmarkFrame('7'),
      frameOf('DELETED', 'a', '8'),
    ].join('');
    const pieces = stream.match(/[^]{1,77}/g) ?? [];
    const { transport, columns } = scene(pieces);
    const events$ = listWatch(transport, core.v1.pods).watch({ allowWatchBookmarks: true });
    const values = await lastValueFrom(events$.pipe(toArray()));
    const word = (event: WatchEvent<KubeObject>): string =>
      event.type === 'BOOKMARK'
        ? `BOOKMARK ${event.resourceVersion}`
        : `${event.type} ${event.object.metadata.resourceVersion} ${JSON.stringify(cellsOf(event.object))}`;

    expect(values.map(word)).toEqual([
      'ADDED 3 {"NAME":"a","STATUS":"Running"}',
      'MODIFIED 4 {"NAME":"a","STATUS":"Running"}',
      'BOOKMARK 7',
      'DELETED 8 {"NAME":"a","STATUS":"Running"}',
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

  it('should let an ERROR through, which is a Status whatever was asked for (P107)', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired', message: 'too old' };
    const { transport } = scene([`${JSON.stringify({ type: 'ERROR', object: status })}\n`]);

    await expect(lastValueFrom(listWatch(transport, core.v1.pods).watch())).rejects.toMatchObject({
      code: 410,
      failure: 'expired',
    });
  });

  it('should leave as it is what a server sends that makes no Tables', () => {
    const page = '{"kind":"PodList","metadata":{},"items":[{"note":"\\"Table\\""}]}';
    const event = '{"type":"ADDED","object":{"kind":"Pod","note":"Table"}}\n';

    expect(text(scene([page]).transport.open(list))).toBe(page);
    expect(text(scene([event]).transport.open(watch))).toBe(event);
    expect(text(scene(['{"kind":"Table"']).transport.open(list))).toBe('{"kind":"Table"');
    expect(text(scene(['{"kind":"Table"\n']).transport.open(watch))).toBe('{"kind":"Table"\n');
  });

  it('should ask plainly where the server refuses the form', () => {
    const { transport, requests, columns } = scene(new StatusError({ code: 406 }), ['{"items":[]}']);

    expect(text(transport.open(list))).toBe('{"items":[]}');
    expect(requests[1]).toEqual(list);
    expect(columns).toEqual(['plain']);
  });

  it('should pass on every other refusal', () => {
    const refusal = new StatusError({ code: 403 });

    expect(all(scene(refusal).transport.open(list)).end).toBe(refusal);
  });

  it('should leave nothing open when it is unsubscribed', () => {
    for (const request of [list, watch]) {
      let isOpen = true;
      const endless: Transport = { open: () => NEVER.pipe(finalize(() => (isOpen = false))) };
      const subscription = tableTransport(endless, () => undefined)
        .open(request)
        .subscribe();
      expect(isOpen).toBe(true);
      subscription.unsubscribe();
      expect(isOpen).toBe(false);
    }
  });

  it('should drop the start of an event that never ended, as a cut stream is read anyway', async () => {
    const { transport } = scene([frameOf('ADDED', 'a', '3', true) + '{"type":"ADDED","obj']);

    const events$ = listWatch(transport, core.v1.pods).watch();
    expect(await lastValueFrom(events$.pipe(toArray()))).toMatchObject([{ type: 'ADDED' }]);
  });

  it.each([
    ['too many values', `{"kind":"Table","apiVersion":"meta.k8s.io/v1","x":[0${',{}'.repeat(150_000)}]}`],
    ['too many bytes', `{"kind":"Table","apiVersion":"meta.k8s.io/v1","x":"${'x'.repeat(9 * 1_048_576)}"}`],
  ])('should ask for fewer rows, and in the end for plain objects, where a Table has %s', (_, table) => {
    const { transport, requests, columns } = scene(
      ...Array.from({ length: 3 }, () => [table]),
      ['{"items":[]}'],
      ['{"items":[1]}'],
      ['{}'],
    );

    expect(text(transport.open(list))).toBe('{"items":[]}');
    expect(requests.map(({ query }) => query?.['limit'])).toEqual(['200', '50', '12', '500']);
    expect(requests[3]).toEqual(list);
    expect(columns).toEqual(['plain']);

    expect(text(transport.open(list))).toBe('{"items":[1]}');
    expect(text(transport.open(watch))).toBe('{}');
    expect(requests.slice(4)).toEqual([list, watch]);
  });

  it('should go on with the fewer rows that a Table had to have', () => {
    const small = JSON.stringify(tablePage(['a'], { resourceVersion: '9', continue: 't' }));
    const large = JSON.stringify({ ...tablePage([], {}), x: Array(140_000).fill([]) });
    const { transport, requests, columns } = scene([large], [small], [small]);
    all(transport.open(list));
    all(transport.open(list));

    expect(requests.map(({ query }) => query?.['limit'])).toEqual(['200', '50', '50']);
    expect(columns).toEqual([
      ['NAME', 'STATUS'],
      ['NAME', 'STATUS'],
    ]);
  });

  it('should ask for plain objects at once where all rows come in one page', () => {
    const large = JSON.stringify({ ...tablePage([], {}), x: Array(140_000).fill([]) });
    const { transport, requests } = scene([large], ['{"items":[]}']);

    expect(text(transport.open({ path: '/api/v1/pods' }))).toBe('{"items":[]}');
    expect(requests).toHaveLength(2);
    expect(requests[1]).toEqual({ path: '/api/v1/pods' });
  });

  it('should give each row of an event as an event of its own', async () => {
    const two = JSON.parse(frameOf('ADDED', 'a', '3', true)) as { object: { rows: unknown[] } };
    two.object.rows.push(rowOf('b', '4'));
    const { transport } = scene([`${JSON.stringify(two)}\n`]);
    const events = await lastValueFrom(listWatch(transport, core.v1.pods).watch().pipe(toArray()));

    expect(events).toMatchObject([
      { type: 'ADDED', object: { metadata: { name: 'a' } } },
      { type: 'ADDED', object: { metadata: { name: 'b' } } },
    ]);
  });

  it('should give an event that has no columns those of the page before it', async () => {
    const { transport } = scene(
      [JSON.stringify(tablePage(['a'], { resourceVersion: '9' }))],
      [frameOf('MODIFIED', 'a', '10')],
    );
    all(transport.open(list));
    const [event] = await lastValueFrom(listWatch(transport, core.v1.pods).watch().pipe(toArray()));

    expect(event).toMatchObject({ object: { 'rx-informer/cells': { NAME: 'a', STATUS: 'Running' } } });
  });

  it('should not pass over rows that are no list', async () => {
    const page = JSON.stringify({ ...tablePage([], { resourceVersion: '9' }), rows: 'x' });

    await expect(
      lastValueFrom(listWatch(scene([page]).transport, core.v1.pods).list()),
    ).rejects.toMatchObject({ message: expect.stringContaining('what answered a list request is no list') });
  });

  it('should not pass over rows that are other things', async () => {
    const page = JSON.stringify({ ...tablePage([], { resourceVersion: '9' }), rows: [null, 5, 'x', []] });
    const incidents: unknown[] = [];
    const pages$ = listWatch(scene([page]).transport, core.v1.pods).list({}, (one) => incidents.push(one));

    expect(await lastValueFrom(pages$)).toEqual({ items: [], resourceVersion: '9' });
    expect(incidents).toHaveLength(4);
  });

  it('should fail where an event has too many values', () => {
    const { transport } = scene([
      `{"type":"ADDED","object":{"kind":"Table","x":[0${',{}'.repeat(150_000)}]}}\n`,
    ]);

    expect(all(transport.open(watch)).end).toMatchObject({
      message: expect.stringContaining('a Table has more than 131072 values'),
    });
  });
});
