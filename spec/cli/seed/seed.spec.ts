import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../../src/cli/command-error.ts';
import { createSeedObjects as plantingSeed } from '../../../src/cli/seed/create-seed-objects.ts';
import { readSeed as readingSeed } from '../../../src/cli/seed/read-seed.ts';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { asyncScheduler, lastValueFrom, type Observable } from 'rxjs';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web, namespace: shop }\nspec: { containers: [{ name: a, image: b }] }\n';
const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: colours }\n';

/**
 * Returns the first value of an Observable that emits synchronously. The Observable of a regular file emits
 * synchronously while the clock does not advance.
 */
function first<T>(values$: Observable<T>): T {
  const read: T[] = [];
  let failure: unknown;
  const clock = jest.spyOn(asyncScheduler, 'now').mockReturnValue(0);
  values$.subscribe({ next: (value) => read.push(value), error: (error: unknown) => void (failure = error) });
  clock.mockRestore();
  if (failure !== undefined) throw failure as Error;
  return read[0] as T;
}
const readSeed = (file: string) => first(readingSeed(file));
const plantSeed = (server: ApiServer, file: string) => first(plantingSeed(server, file));

describe('a seed', () => {
  let file = '';
  beforeAll(() => {
    file = join(mkdtempSync(join(tmpdir(), 'rx-informer-')), 'seed.yaml');
  });
  afterAll(() => rmSync(join(file, '..'), { recursive: true }));

  const written = (text: string): string => {
    writeFileSync(file, text);
    return file;
  };
  const refusal = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      if (error instanceof CommandError) return error.message.replaceAll(file, 'seed.yaml');
      throw error;
    }
    return 'none';
  };

  describe('readSeed', () => {
    it('should read each document, skip empty documents, and give the position of each', () => {
      expect(readSeed(written(`# a comment\n---\n${pod}---\n---\n${config}`))).toEqual([
        { where: `${file}, document 1 (Pod shop/web)`, object: expect.objectContaining({ kind: 'Pod' }) },
        {
          where: `${file}, document 3 (ConfigMap colours)`,
          object: expect.objectContaining({ kind: 'ConfigMap' }),
        },
      ]);
      expect(readSeed(written(''))).toEqual([]);
    });

    it('should read a large file in slices, and yield to the event loop between slices', async () => {
      let time = 0;
      const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 6));
      let [turns, isRead] = [0, false];
      const count = (): void => {
        turns++;
        if (!isRead) setImmediate(count);
      };
      setImmediate(count);
      const documents = await lastValueFrom(readingSeed(written(`${pod}---\n`.repeat(20))));
      isRead = true;
      clock.mockRestore();

      expect(documents).toHaveLength(20);
      expect(turns).toBeGreaterThanOrEqual(19);
    });

    it.each([
      [`${pod}---\nkind: [`, /^seed\.yaml, document 2: .* at line \d+, column \d+$/],
      [`${pod}---\njust text`, /^seed\.yaml, document 2: it is not an object with apiVersion and kind$/],
      ['kind: Pod', /^seed\.yaml, document 1: it is not an object/],
      ['- a', /^seed\.yaml, document 1: it is not an object/],
      ['a: *nobody', /^seed\.yaml, document 1: .*nobody/],
      [
        `${pod}---\na: &a { b: *a }`,
        /^seed\.yaml, document 2: the anchor &a contains itself at line 6, column 12$/,
      ],
      [`${pod}---\na: b\na: c`, /^seed\.yaml, document 2: Map keys must be unique at line 7, column 1$/],
    ])('should name the file and the document of %j', (text, expected) => {
      expect(refusal(() => readSeed(written(text)))).toMatch(expected);
    });

    it('should refuse a key or a value above the size limit of an object, before it composes the document', () => {
      const value = (length: number): string => `${config}data: { a: "${'x'.repeat(length)}" }\n`;

      expect(readSeed(written(value(1_500_000)))).toHaveLength(1);
      expect(refusal(() => readSeed(written(`${pod}---\n${value(1_600_000)}`)))).toMatch(
        /^seed\.yaml, document 2: a part has more than 1572864 characters at line \d+, column \d+$/,
      );
    });

    it('should refuse a document with too many values, before it composes the document', () => {
      const list = (values: number): string => `${config}x: [${'1,'.repeat(values)}1]\n`;

      expect(readSeed(written(list(10_000)))).toHaveLength(1);
      expect(refusal(() => readSeed(written(`${pod}---\n${list(700_000)}`)))).toMatch(
        /^seed\.yaml, document 2: a document has more than 2000000 parts at line \d+, column \d+$/,
      );
    });

    it.each([400, 600, 900, 2_000])('should read %d levels, or report that they are too deep', (levels) => {
      const text = `${config}x: ${'['.repeat(levels)}${']'.repeat(levels)}\n`;

      expect(refusal(() => readSeed(written(text)))).toMatch(
        levels < 500 ? /^none$/ : /^seed\.yaml, document 1: exceeded max depth at line 4, column \d+$/,
      );
    });

    it('should explain why a file cannot be read', () => {
      expect(refusal(() => readSeed(`${file}.none`))).toBe(
        'cannot read seed.yaml.none (--seed): there is no such file',
      );
    });
  });

  describe('plantSeed', () => {
    it('should create the objects', () => {
      const server = createApiServer();

      expect(plantSeed(server, written(`${pod}---\n${config}`))).toBe(2);
      expect(refusal(() => plantSeed(server, file))).toBe(
        'seed.yaml, document 1 (Pod shop/web): pods "web" already exists',
      );
    });

    it('should accept definitions and their objects in any order', () => {
      const schema =
        'schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }';
      const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, kind: Widget }
  versions: [{ name: v1, served: true, storage: true, ${schema} }]
`;
      const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: a }\n';
      const server = createApiServer();

      expect(plantSeed(server, written(`${widget}---\n${pod}---\n${definition}`))).toBe(3);
      const widgets = { group: 'example.com', version: 'v1', resource: 'widgets' };
      expect(server.objects.get(widgets, 'default/a')).toBeDefined();
    });

    it('should plant a large seed in slices, and yield to the event loop between slices', async () => {
      let time = 0;
      const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 6));
      const server = createApiServer();
      const item = (name: string): string =>
        `{ metadata: { name: ${name} }, spec: { containers: [{ name: a, image: b }] } }`;
      const list = `apiVersion: v1\nkind: PodList\nitems: [${item('x')}, ${item('y')}]\n`;
      const pods = Array.from({ length: 200 }, (_, at) => pod.replace('web', `web-${at}`));
      const count = (): number => server.objects.list({ group: '', version: 'v1', resource: 'pods' }).length;
      const seen = new Set<number>();
      let isPlanted = false;
      const look = (): void => {
        seen.add(count());
        if (!isPlanted) setImmediate(look);
      };
      look();
      const planted = await lastValueFrom(plantingSeed(server, written([list, ...pods].join('---\n'))));
      isPlanted = true;
      clock.mockRestore();

      expect(planted).toBe(201);
      expect(count()).toBe(202);
      expect(seen.size).toBeGreaterThan(9);
    });

    it('should resolve owners that come much later', () => {
      const owner = (uid: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid });
      const items = Array.from({ length: 100 }, (_, at) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: `u-${at}`,
          uid: `u-${at}`,
          ...(at < 99 ? { ownerReferences: [owner(`u-${at < 50 ? at + 50 : 99}`)] } : {}),
        },
      }));
      const server = createApiServer();

      expect(plantSeed(server, written(JSON.stringify({ apiVersion: 'v1', kind: 'List', items })))).toBe(1);
      expect(server.snapshot().foreignOwners).toEqual([]);
    });

    it('should name the item of a list that the server refuses', () => {
      const items = [{ metadata: { name: 'a' } }, { metadata: { name: 'A B' } }];
      const list = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMapList', items });

      expect(refusal(() => plantSeed(createApiServer(), written(list)))).toMatch(
        /^seed\.yaml, document 1 \(ConfigMapList\): items\[1\]: /,
      );
    });

    it('should refuse an object of more than 50,000 values, also as an item of a list', () => {
      const data = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 'v']));
      const large = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data };
      const list = { apiVersion: 'v1', kind: 'List', items: [large] };

      for (const [seed, where] of [
        [large, 'ConfigMap large'],
        [list, 'List\\): items\\[0\\]'],
      ] as const)
        expect(refusal(() => plantSeed(createApiServer(), written(JSON.stringify(seed))))).toMatch(
          new RegExp(`^seed\\.yaml, document 1 \\(${where}\\)?: it has more than 50000 values$`),
        );
    });

    it('should refuse a large object before it reads the later documents', () => {
      const large = `${config}x: [${'1,'.repeat(50_000)}1]\n`;

      expect(refusal(() => readSeed(written(`${large}---\n${config}---\n]`)))).toMatch(
        /it has more than 50000 values$/,
      );
    });

    it('should resolve an owner in a later document', () => {
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'colours', uid: 'u-1' };
      const owned = pod.replace('shop }', `shop, ownerReferences: [${JSON.stringify(owner)}] }`);
      const server = createApiServer();
      plantSeed(
        server,
        written(`${owned}---\n${config.replace('colours }', 'colours, namespace: shop, uid: u-1 }')}`),
      );

      expect(server.snapshot().foreignOwners).toEqual([]);
    });

    it('should name the document whose kind the server does not serve', () => {
      const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: a }\n';

      expect(refusal(() => plantSeed(createApiServer(), written(`${pod}---\n${widget}`)))).toMatch(
        /^seed\.yaml, document 2 \(Widget a\): .*Widget of example\.com\/v1/,
      );
    });
  });
});
