import { expect, it } from '@jest/globals';
import type { ApiServerOptions } from 'rx-informer/apiserver';
import { seededRandom } from 'rx-informer/testing';
import type { Client } from './support/client.ts';
import { until } from '../support/until.ts';
import { CM, configMaps, CR, throughBothDoors, widgets } from './support/in-process-and-over-http.ts';

const bounds = ['0x0000000000000000', '0x8000000000000000', '0x10000000000000000'] as const;
const range = (start: string, end: string, field = 'uid'): string =>
  `shardRange(object.metadata.${field}, '${start}', '${end}')`;
const halves = [range(bounds[0], bounds[1]), range(bounds[1], bounds[2])] as const;
/**
 * The options of a server with sharded lists. With a fixed seed, the uids are the same in each run, so that no shard
 * is empty.
 */
const on = (): ApiServerOptions => ({ shardedLists: true, random: seededRandom(1) });

interface Body {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
  readonly rows?: readonly unknown[];
}

const of = (path: string, shardSelector: string, more = ''): string =>
  `${path}?shardSelector=${encodeURIComponent(shardSelector)}${more}`;

async function get(client: Client, target: string, headers = {}): Promise<Body> {
  const { code, body } = await client.request('GET', target, { headers });
  expect([code, body]).toEqual([200, expect.anything()]);
  return body as Body;
}
const namesIn = (...bodies: readonly Body[]): string[] =>
  bodies.flatMap(({ items }) => items.map(({ metadata }) => metadata.name)).toSorted();

throughBothDoors('shards', (setUp) => {
  it('should return half of a list, with shardInfo (P138)', async () => {
    const { client, server } = await setUp(on());
    for (let nth = 0; nth < 20; nth++) {
      server.objects.create(configMaps, { metadata: { name: `more-${nth}`, namespace: 'ns' } });
    }
    const whole = await get(client, CM);

    const [lower, upper] = await Promise.all(halves.map((half) => get(client, of(CM, half))));
    const both = await get(client, of(CM, `  ${halves[0].replaceAll("'", '"')}||${halves[1]} `));

    if (lower === undefined || upper === undefined) throw new Error('no answer');
    expect(namesIn(lower, upper)).toEqual(namesIn(whole));
    expect([lower.items.length, upper.items.length]).not.toContain(0);
    expect([lower, upper].map(({ metadata }) => metadata['shardInfo'])).toEqual(
      halves.map((selector) => ({ selector })),
    );
    expect(namesIn(both)).toEqual(namesIn(whole));
    expect(both.metadata['shardInfo']).toEqual({ selector: halves.join(' || ') });
    expect(whole.metadata).not.toHaveProperty('shardInfo');
  });

  it('should page through a half, and count the remaining items of both halves', async () => {
    const { client } = await setUp(on());
    const lower = await get(client, of(CM, halves[0]));
    const pages: Body[] = [];

    for (let more = '&limit=1'; more !== '';) {
      const page = await get(client, of(CM, halves[0], more));
      pages.push(page);
      const next = page.metadata['continue'];
      more = typeof next === 'string' ? `&limit=1&continue=${next}` : '';
    }

    expect(namesIn(...pages)).toEqual(namesIn(lower));
    expect(pages[0]?.metadata['remainingItemCount']).toBe(5);
    expect(pages.every(({ metadata }) => 'shardInfo' in metadata)).toBe(true);
  });

  it('should keep a namespace in one shard, and all cluster-scoped objects in one', async () => {
    const { client } = await setUp(on());
    const sizes = async (path: string): Promise<number[]> => {
      const both = halves.map((half) => get(client, of(path, half.replace('uid', 'namespace'))));
      return (await Promise.all(both)).map(({ items }) => items.length);
    };

    expect((await sizes(CM)).toSorted()).toEqual([0, 6]);
    const [lower, upper = 0] = await sizes('/api/v1/namespaces');
    expect(lower).toBe(0);
    expect(upper).toBeGreaterThan(0);
  });

  it.each([
    ['custom resources', CR, {}],
    ['tables', CM, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }],
    ['metadata', CM, { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' }],
  ])('should return half of a list of %s without shardInfo, as a real server', async (_, path, headers) => {
    const { client, server } = await setUp(on());
    for (let nth = 0; nth < 20; nth++) {
      const metadata = { name: `more-${nth}`, namespace: 'ns' };
      server.objects.create(widgets, { kind: 'Widget', apiVersion: 'demo.example.com/v1', metadata });
      server.objects.create(configMaps, { metadata });
    }
    const count = ({ items, rows = items }: Body): number => rows.length;

    const whole = count(await get(client, path, headers));
    const lower = await get(client, of(path, halves[0]), headers);
    const upper = await get(client, of(path, halves[1]), headers);

    expect(count(lower) + count(upper)).toBe(whole);
    expect([count(lower), count(upper)]).not.toContain(0);
    expect(lower.metadata).not.toHaveProperty('shardInfo');
  });

  it('should send a watch only its half, in the initial list and afterwards', async () => {
    const { client, server } = await setUp(on());
    const stream =
      '&watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const [lower, upper] = halves.map((half) => client.watch(of(CM, half, stream)));
    if (lower === undefined || upper === undefined) throw new Error('no watch');
    const received = (): string[] =>
      [lower, upper]
        .flatMap(({ frames }) => frames)
        .filter(({ type }) => type !== 'BOOKMARK')
        .map(({ type, object }) => `${type} ${object.metadata.name ?? ''}`)
        .toSorted();
    await until(() => received().length === 6);
    const initial = received();

    for (const name of ['c0', 'c1', 'c2', 'c3', 'c4', 'c5']) server.objects.delete(configMaps, `ns/${name}`);
    await until(() => received().length === 12);
    lower.stop();
    upper.stop();

    expect(initial).toEqual([0, 1, 2, 3, 4, 5].map((nth) => `ADDED c${nth}`));
    expect(received()).toEqual([...initial, ...[0, 1, 2, 3, 4, 5].map((nth) => `DELETED c${nth}`)]);
  });

  it('should delete only the selected half', async () => {
    const { client } = await setUp(on());
    const upper = await get(client, of(CM, halves[1]));

    await client.request('DELETE', of(CM, halves[0]));

    expect(namesIn(await get(client, CM))).toEqual(namesIn(upper));
  });

  it.each([
    [' ', 'empty shard selector is not allowed; omit the parameter for unfiltered lists'],
    ['nonsense', 'unexpected expression; expected shardRange() call or || operator'],
    [`${halves[0]} ||`, 'unexpected expression; expected shardRange() call or || operator'],
    ['foo()', 'unsupported function "foo"; only shardRange() and || are allowed'],
    ['shardRange()', 'shardRange() requires exactly 3 arguments, got 0'],
    ['shardRange(1)', 'shardRange() requires exactly 3 arguments, got 1'],
    [
      range(bounds[0], bounds[1], 'name'),
      'unsupported field path "object.metadata.name"; supported: object.metadata.uid, object.metadata.namespace',
    ],
    [
      range('0x0', bounds[1]),
      'hexStart must be a 0x-prefixed 16-digit hex value, got "0x0" (did you mean "0x0000000000000000"?)',
    ],
    [range('00', bounds[1]), `hexStart must have '0x' prefix, got "00"`],
    [range('0x', bounds[1]), "hexStart: hex value is required after '0x'"],
    [range('0x000000000000000G', bounds[1]), 'hexStart: invalid hex character "G" in "0x000000000000000G"'],
    [
      range(bounds[0], '0x20000000000000000'),
      `hexEnd: 17-digit hex value must be '0x10000000000000000' (2^64), got "0x20000000000000000"`,
    ],
    [
      range(bounds[0], '0x100000000000000000'),
      'hexEnd: hex value too long (18 chars, max 17): "100000000000000000"',
    ],
    ['shardRange(object.metadata.uid, 1, 2)', 'hexStart must be a string literal'],
    [
      range(bounds[1], bounds[1]),
      'shard range start 0x8000000000000000 must be less than end 0x8000000000000000',
    ],
    [
      `${halves[0]} || ${range(bounds[1], bounds[2], 'namespace')}`,
      'all shard ranges must use the same field, got "object.metadata.uid" and "object.metadata.namespace"',
    ],
  ])('should refuse %j, for a list and for a watch', async (selector, why) => {
    const { client } = await setUp(on());

    for (const more of ['', '&watch=1']) {
      const { code, body } = await client.request('GET', of(CM, selector, more));

      expect(code).toBe(500);
      expect(body).toMatchObject({ kind: 'Status', code: 500, message: `invalid shard selector: ${why}` });
    }
  });

  it('should ignore shard selectors unless the feature is on, and ignore an empty selector (P138)', async () => {
    const off = await setUp();
    const { client } = await setUp(on());

    for (const selector of [...halves, 'nonsense']) {
      const body = await get(off.client, of(CM, selector));
      expect(body.items).toHaveLength(6);
      expect(body.metadata).not.toHaveProperty('shardInfo');
    }
    expect((await get(client, of(CM, ''))).items).toHaveLength(6);
  });
});
