import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  asyncScheduler,
  concat,
  concatMap,
  firstValueFrom,
  NEVER,
  of,
  take,
  throwError,
  toArray,
} from 'rxjs';
import { type KubeRequest, StatusError, type Transport } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { createFirstLists } from '../../../src/cli/machine/first-lists.ts';
import { type LiveCollection, liveCollection } from '../../../src/cli/live/live-collection.ts';
import { tablePage } from './tables.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const namesOf = (table: LiveCollection): readonly string[] =>
  table.section(asyncScheduler.now()).rows.map(({ object }) => object.metadata.name);

function followedPods(names: readonly string[]): LiveCollection {
  const page = new TextEncoder().encode(JSON.stringify(tablePage(names, { resourceVersion: '9' })));
  const transport: Transport = { open: ({ query }) => (query?.['watch'] === 'true' ? NEVER : of(page)) };
  const target = { resource: core.v1.pods, scope: {} };
  return liveCollection(transport, target, 'pods', createFirstLists()(), (text) => text);
}

/** Formats a table as lines of text: the headings, and the cells of each row. */
const linesOf = (table: LiveCollection): readonly string[] => {
  const { columns, rows } = table.section(Date.parse('2026-01-01T00:10:00Z'));
  const cells = rows.map(({ object }) =>
    columns.map(({ text }) => text(object, Date.parse('2026-01-01T00:10:00Z'))),
  );
  return [columns.map(({ heading }) => heading), ...cells].map((line) => line.join(' '));
};

const metadataOf = (name: string, resourceVersion: string): object => ({
  ...{ name, namespace: 'shop', uid: name, resourceVersion, creationTimestamp: '2026-01-01T00:00:00Z' },
});
const plainPod = (name: string, resourceVersion = '1'): object => ({
  metadata: metadataOf(name, resourceVersion),
  spec: { nodeName: 'n1', containers: [{ name: 'a' }] },
  status: {
    phase: 'Running',
    containerStatuses: [{ name: 'a', ready: true, restartCount: 2, state: { running: {} } }],
  },
});
const podRow = (name: string, resourceVersion = '1'): object => ({
  cells: [name, '1/1', 'Running', '2', '10m', 'n1'],
  object: { metadata: metadataOf(name, resourceVersion) },
});
const podTable = (rows: readonly object[], metadata: object, more: object = {}): object => ({
  ...{ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata, rows, ...more },
  columnDefinitions: ['Name', 'Ready', 'Status', 'Restarts', 'Age', 'Node'].map((name, at) => ({
    ...{ name, type: 'string', format: at === 0 ? 'name' : '', priority: at === 5 ? 1 : 0 },
  })),
});
const podList = (items: readonly object[], metadata: object): object => ({
  ...{ kind: 'PodList', apiVersion: 'v1', metadata, items },
});
const tooLarge = { padding: [0, ...Array.from({ length: 140_000 }, () => [])] };
const isTableAsked = ({ headers }: KubeRequest): boolean =>
  headers?.['accept']?.includes('as=Table') === true;

/** Returns a fake server that lists two pods on two pages, and then changes one of the pods. */
function serverOf(
  pages: readonly [table: object, plain: object][],
  event: (isTable: boolean) => object,
): Transport {
  const encoded = (value: object): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  return {
    open: (request) => {
      if (request.query?.['watch'] === 'true')
        return concat(of(encoded(event(isTableAsked(request)))), NEVER);
      const [table, plain] = pages[Number(request.query?.['continue'] ?? 0)] ?? [{}, {}];
      return of(encoded(isTableAsked(request) ? table : plain));
    },
  };
}

const followedOn = (transport: Transport): LiveCollection =>
  liveCollection(
    transport,
    { resource: core.v1.pods, scope: {} },
    'pods',
    createFirstLists()(),
    (text) => text,
  );

const first = { resourceVersion: '9', continue: '1' };
const last = { resourceVersion: '9' };

describe('followed, with Tables and plain objects', () => {
  const patched = (isTable: boolean): object => ({
    type: 'MODIFIED',
    object: isTable ? podTable([podRow('b', '10')], { resourceVersion: '10' }) : plainPod('b', '10'),
  });
  const running = (name: string): string => `shop ${name} 1/1 Running 2`;
  const settled = (table: LiveCollection): Promise<readonly string[]> =>
    firstValueFrom(
      table.changed$.pipe(
        concatMap(() => {
          const lines = linesOf(table);
          const { rows } = table.section(asyncScheduler.now());
          return rows.length === 2 && rows[1]?.object.metadata.resourceVersion === '10' ? [lines] : [];
        }),
      ),
    );

  it.each<[string, readonly [table: object, plain: object][]]>([
    [
      'the first page is too large for a Table',
      [
        [podTable([podRow('a')], first, tooLarge), podList([plainPod('a')], first)],
        [podTable([podRow('b')], last), podList([plainPod('b')], last)],
      ],
    ],
    [
      'the second page is too large for a Table',
      [
        [podTable([podRow('a')], first), podList([plainPod('a')], first)],
        [podTable([podRow('b')], last, tooLarge), podList([plainPod('b')], last)],
      ],
    ],
    [
      'the server sends one page plain',
      [
        [podTable([podRow('a')], first), podList([plainPod('a')], first)],
        [podList([plainPod('b')], last), podList([plainPod('b')], last)],
      ],
    ],
    [
      'the server sends the first page plain',
      [
        [podList([plainPod('a')], first), podList([plainPod('a')], first)],
        [podTable([podRow('b')], last), podList([plainPod('b')], last)],
      ],
    ],
  ])('should show the current state of each row when %s', async (_, pages) => {
    const [, ...rows] = await settled(followedOn(serverOf(pages, patched)));

    expect(rows.map((row) => row.slice(0, running('a').length))).toEqual([running('a'), running('b')]);
  });

  it('should show the current state of each row when events arrive in the other form', async () => {
    const pages: [object, object][] = [[podTable([podRow('a'), podRow('b')], last), {}]];
    const [, ...rows] = await settled(followedOn(serverOf(pages, () => patched(false))));

    expect(rows).toEqual([`${running('a')} 10m`, `${running('b')} 10m`]);
  });
});

describe('followed', () => {
  it('should sort a few rows in the first step', async () => {
    const table = followedPods(['b', 'a']);
    const sections = table.changed$.pipe(
      concatMap(() => [namesOf(table)].filter(({ length }) => length > 0)),
      take(1),
      toArray(),
    );

    expect(await firstValueFrom(sections)).toEqual([['a', 'b']]);
  });

  it('should emit once many rows are sorted, and let no section wait for them', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `pod-${5_000 - at}`);
    let [time, unordered] = [Date.now(), 0];
    jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 5)); // each read of the clock ends a time slice
    const table = followedPods(names);
    const ordered$ = table.changed$.pipe(
      concatMap(() => {
        const { size, rows } = table.section(asyncScheduler.now());
        if (size > 0 && rows.length === 0) unordered++;
        return rows.length === 0 ? [] : [rows.map(({ object }) => object.metadata.name)];
      }),
    );

    expect(await firstValueFrom(ordered$)).toEqual([...names].sort());
    expect(unordered).toBeGreaterThan(0);
  });

  it('should leave no part of a secret when it cuts a message', async () => {
    const redact = (text: string): string => text.replaceAll('s3cret', '(token)');

    for (let before = 990; before <= 1_000; before++) {
      const message = `${'x'.repeat(before)}s3cret`;
      const transport: Transport = { open: () => throwError(() => new StatusError({ code: 500, message })) };
      const target = { resource: core.v1.pods, scope: {} };
      const table = liveCollection(transport, target, 'pods', createFirstLists()(), redact);
      const problems = table.changed$.pipe(
        concatMap(() => {
          const { problem } = table.section(asyncScheduler.now()).health;
          return problem === undefined ? [] : [problem.text];
        }),
      );

      expect(await firstValueFrom(problems)).not.toMatch(/xs3?/);
    }
  });
});
