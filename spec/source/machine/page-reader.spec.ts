import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { KubeError, type KubeObject, ProtocolError } from '../../../src/objects/index.ts';
import { createByteWindow } from '../../../src/source/machine/byte-window.ts';
import type { DecodeSettings } from '../../../src/source/machine/json-parser.ts';
import type { Page } from '../../../src/source/machine/page.ts';
import { createDefects } from '../../../src/source/machine/object-defects.ts';
import { createPageReader } from '../../../src/source/machine/page-reader.ts';
import { bordersOf, chunksOf, kubeObjectText } from '../json-text.ts';

const settings = {
  keepManagedFields: false,
  maxFrameBytes: 1_000_000,
  maxPageBytes: 1_000_000,
  confidential: false,
};
const never = (): boolean => false;
const always = (): boolean => true;

interface Run {
  readonly borders?: readonly number[];
  readonly pause?: () => boolean;
  /** Number of bytes that are copied at once from a chunk. */
  readonly partBytes?: number;
  /** Whether all chunks are pushed before the first read. */
  readonly isLate?: boolean;
  readonly settings?: Partial<DecodeSettings>;
  readonly onIncident?: (incident: KubeError) => void;
}

function read(
  text: string,
  {
    onIncident = () => undefined,
    borders = [],
    pause = never,
    partBytes,
    isLate,
    settings: own = {},
  }: Run = {},
): Page {
  const window = createByteWindow(partBytes);
  const reader = createPageReader({ ...settings, ...own }, createDefects(onIncident), window);
  const finish = (): void => {
    while (!reader.work(pause));
  };
  for (const chunk of chunksOf(text, borders)) {
    reader.push(chunk);
    if (isLate !== true) finish();
  }
  reader.end();
  finish();
  return reader.page();
}

const failure = (text: string, run: Run = {}): KubeError & Partial<ProtocolError> => {
  try {
    read(text, run);
  } catch (error) {
    if (error instanceof KubeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

const meta = (name: string, more = ''): string =>
  `"metadata":{"name":"${name}","uid":"u-${name}","resourceVersion":"7"${more}}`;
const builtIn = (items: string, more = ''): string =>
  `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"${more}},"items":[${items}]}\n`;
const custom = (items: string): string =>
  `{"apiVersion":"example.com/v1","items":[${items}],"kind":"WidgetList","metadata":{"continue":"","resourceVersion":"9"}}`;
const pod = (name: string): object => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name, uid: `u-${name}`, resourceVersion: '7' },
});

describe('page reader', () => {
  it.each([
    [false, ['a', 'b']],
    [true, []],
  ])(
    'should intern each item, but no Secret, because the intern table outlives it: %j',
    (confidential, names) => {
      const interned: string[] = [];
      const intern = (value: unknown): unknown => interned.push((value as KubeObject).metadata.name);
      const items = ['a', 'b'].map((name) => ({ metadata: { name, uid: name, resourceVersion: '1' } }));
      const text = JSON.stringify({ metadata: { resourceVersion: '9' }, items });

      expect(read(text, { settings: { confidential, intern } }).items).toHaveLength(2);
      expect(interned).toEqual(names);
    },
  );

  it('should add kind and apiVersion as the first members, as in a watch (P1)', () => {
    const page = read(builtIn(`{${meta('a')},"spec":{}},{${meta('b')}}`));

    expect(page.items).toEqual([{ ...pod('a'), spec: {} }, pod('b')]);
    expect(page.items.map((item) => Object.keys(item))).toEqual([
      ['kind', 'apiVersion', 'metadata', 'spec'],
      ['kind', 'apiVersion', 'metadata'],
    ]);
  });

  it('should not change items with their own kind, in a list with its kind at the end (P2)', () => {
    const widget = `{"apiVersion":"example.com/v1","kind":"Widget",${meta('a')}}`;

    const page = read(custom(`${widget},${widget.replaceAll('"a"', '"b"')}`));

    expect(page.items.map((item) => Object.entries(item).slice(0, 2))).toEqual([
      [
        ['apiVersion', 'example.com/v1'],
        ['kind', 'Widget'],
      ],
      [
        ['apiVersion', 'example.com/v1'],
        ['kind', 'Widget'],
      ],
    ]);
    expect(page.next).toBeUndefined();
    expect(page.resourceVersion).toBe('9');
  });

  it.each([
    ['kind', (long: string) => ({ kind: `${long}List`, apiVersion: 'v1' })],
    ['apiVersion', (long: string) => ({ kind: 'PodList', apiVersion: long })],
  ])('should not copy a %s of thousands of characters into each item', (_what, typeOf) => {
    const type = JSON.stringify(typeOf('x'.repeat(10_000))).slice(1, -1);
    const page = read(`{${type},"metadata":{"resourceVersion":"9"},"items":[{${meta('a')}},{${meta('b')}}]}`);

    expect(page.items.map((item) => Object.keys(item))).toEqual([['metadata'], ['metadata']]);
  });

  it('should add a kind that is at the end of the list', () => {
    expect(read(custom(`{${meta('a')}}`)).items).toEqual([
      {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'a', uid: 'u-a', resourceVersion: '7' },
      },
    ]);
  });

  it.each([
    [
      'a List of anything',
      '{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[ITEM]}',
    ],
    ['no kind', '{"metadata":{"resourceVersion":"9"},"items":[ITEM]}'],
  ])('should add no type when the list is %s', (_, text) => {
    const [item] = read(text.replace('ITEM', `{${meta('a')}}`)).items;

    expect(Object.keys(item ?? {})).toEqual(['metadata']);
  });

  it('should return the continue token and the remaining count (P13)', () => {
    const page = read(builtIn(`{${meta('a')}}`, ',"continue":"t2","remainingItemCount":4'));

    expect(page).toMatchObject({ next: 't2', remainingItemCount: 4, resourceVersion: '9' });
    expect(read(builtIn(''))).toMatchObject({ next: undefined, remainingItemCount: undefined, items: [] });
  });

  it.each([
    ['null', '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":null}'],
    ['absent', '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"}}'],
  ])('should return no items when items are %s', (_, text) => {
    expect(read(text).items).toEqual([]);
  });

  it('should read an indented page, and one with a blank between key and colon', () => {
    const items = [1, 2, 3].map((n) => JSON.parse(`{${meta(`n${n}`, ',"managedFields":[1]')}}`) as object);
    const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items };
    const expected = ['n1', 'n2', 'n3'].map(pod);

    expect(read(JSON.stringify(list, undefined, 2)).items).toEqual(expected);
    expect(read(JSON.stringify(list).replace('"items":', '"items" :')).items).toEqual(expected);
  });

  it('should not split an item at inner text that looks like a border (PF3)', () => {
    const inner = '[{"metadata":{"a":1}},{"metadata":{"b":2}},{"metadata":{}}]';
    const items = Array.from({ length: 20 }, (_, i) => `{${meta(`n${i}`)},"spec":{"templates":${inner}}}`);

    const page = read(builtIn(items.join(',')));

    expect(page.items).toHaveLength(20);
    expect(page.items[19]).toEqual({ ...pod('n19'), spec: { templates: JSON.parse(inner) as unknown } });
  });

  it('should read items with different first members', () => {
    const items = [`{${meta('a')}}`, `{"spec":1,${meta('b')}}`, ...Array.from('cdefgh')].map((item) =>
      item.length > 1 ? item : `{"kind":"Pod","apiVersion":"v1",${meta(item)}}`,
    );

    expect(read(builtIn(items.join(','))).items.map(({ metadata }) => metadata.name)).toEqual([
      ...Array.from('abcdefgh'),
    ]);
  });

  it.each([
    ['without name', '{"metadata":{"uid":"u","resourceVersion":"1"}}'],
    ['without uid', '{"metadata":{"name":"a","resourceVersion":"1"}}'],
    ['without resourceVersion', '{"metadata":{"name":"a","uid":"u"}}'],
    ['without metadata', '{}'],
  ])('should skip an object %s and report it', (_, item) => {
    const incidents: KubeError[] = [];
    const page = read(builtIn(`${item},{${meta('b')}}`), { onIncident: (one) => incidents.push(one) });

    expect(page.items).toEqual([pod('b')]);
    expect(incidents).toEqual([expect.any(ProtocolError)]);
  });

  it('should keep managedFields if the option is set', () => {
    const text = builtIn(`{${meta('a', ',"managedFields":[1]')}}`);

    const [item] = read(text, { settings: { keepManagedFields: true } }).items;

    expect(item?.metadata).toHaveProperty('managedFields', [1]);
  });

  it('should read the same objects for any chunks and any pauses', () => {
    const pages = fc
      .tuple(
        fc.array(kubeObjectText, { maxLength: 6 }),
        fc.constantFrom(builtIn, custom),
        fc.record({
          isPaused: fc.boolean(),
          isLate: fc.boolean(),
          keepManagedFields: fc.boolean(),
          partBytes: fc.constantFrom(1, 7, 64, 262_144),
        }),
      )
      .chain(([items, list, options]) => {
        const text = list(items.join(','));
        const length = new TextEncoder().encode(text).length;
        return fc.tuple(fc.constant({ text, ...options }), bordersOf(length));
      });

    fc.assert(
      fc.property(pages, ([{ text, isPaused, keepManagedFields, ...run }, borders]) => {
        const list = JSON.parse(text) as {
          kind: string;
          apiVersion: string;
          items: Record<string, unknown>[];
        };
        const expected = list.items.map((item) => {
          if (!keepManagedFields) delete (item['metadata'] as Record<string, unknown>)['managedFields'];
          return { kind: list.kind.replace('List', ''), apiVersion: list.apiVersion, ...item };
        });

        const pause = isPaused ? always : never;
        const page = read(text, { ...run, borders, pause, settings: { keepManagedFields } });

        expect(page.items).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('should pause between two items', () => {
    const reader = createPageReader(settings);
    reader.push(
      new TextEncoder().encode(builtIn(Array.from({ length: 5 }, (_, i) => `{${meta(`n${i}`)}}`).join(','))),
    );
    reader.end();

    let slices = 1;
    while (!reader.work(always)) slices++;

    expect(slices).toBeGreaterThanOrEqual(5);
    expect(reader.page().items).toHaveLength(5);
  });

  it('should copy a chunk in parts, and pause between the parts', () => {
    const window = createByteWindow(1_000);
    const reader = createPageReader(settings, undefined, window);
    const text = builtIn(`{${meta('a')},"data":{"key":"${'x'.repeat(100_000)}"}},{${meta('b')}}`, ',"x":"y"');
    reader.push(new TextEncoder().encode(text));
    reader.end();

    let slices = 1;
    let longest = 0;
    for (let last = window.end; !reader.work(always); last = window.end) {
      slices++;
      longest = Math.max(longest, window.end - last);
    }

    expect(slices).toBeGreaterThan(100);
    expect(longest).toBeLessThanOrEqual(1_000);
    expect(reader.page().items).toHaveLength(2);
  });

  it('should keep no reference to a chunk (PF21)', () => {
    const reader = createPageReader(settings);
    for (const chunk of chunksOf(builtIn(`{${meta('a')}}`), [20, 90])) {
      reader.push(chunk);
      chunk.fill(0);
      reader.work(never);
    }
    reader.end();
    reader.work(never);

    expect(reader.page().items).toEqual([pod('a')]);
  });

  it.each([
    ['empty', ''],
    ['text', '404 page not found'],
    ['cut off in its head', '{"kind":"PodList","apiVer'],
    ['cut off in an item', builtIn(`{${meta('a')},"spec":{"a":[1,2`).slice(0, -4)],
    ['cut off between two items', builtIn(`{${meta('a')}},`).slice(0, -4)],
    ['cut off at its end', builtIn(`{${meta('a')}}`).slice(0, -2)],
    ['without a comma between two items', builtIn(`{${meta('a')}}{${meta('b')}}`)],
    ['with a comma after the last item', builtIn(`{${meta('a')}},`)],
    ['with bytes after its end', `${builtIn('')}x`],
    ['with a broken item', builtIn(`{${meta('a')},"spec":nil},{${meta('b')}}`)],
    ['with an item that is not an object', builtIn(`{${meta('a')}},1`)],
  ])('should fail for a page that is %s', (_, text) => {
    for (const borders of [[], [1, 50, 120]]) {
      const error = failure(text, { borders: borders.filter((border) => border <= text.length) });

      expect(error).toBeInstanceOf(ProtocolError);
      expect(error.failure).toBe('transient');
      expect(error.message).toContain('not JSON, or was cut off');
    }
  });

  it.each(['<html><body>Sign in</body></html>', '\ufeff\n <!DOCTYPE html>\n', '<'])(
    'should report a web page as a refused login: %j',
    (text) => {
      const error = failure(text, { borders: [] });

      expect(error).toBeInstanceOf(ProtocolError);
      expect(error.failure).toBe('unauthorized');
      expect(error.message).toContain('a web page instead of JSON: a login proxy asks to sign in');
      expect(error.advice).toMatch(/^sign in again, or renew the token/);
    },
  );

  it.each([
    ['an object', `{"kind":"Pod","apiVersion":"v1",${meta('a')}}`],
    ['an array', '{"items":{},"metadata":{"resourceVersion":"1"}}'],
    ['null', '{"kind":"X","items":7}'],
  ])('should fail for a body that is not a list: %s (B15)', (_, text) => {
    expect(failure(text)).toMatchObject({
      name: 'ProtocolError',
      message: expect.stringContaining('is not a list'),
    });
  });

  it('should fail for a list without resourceVersion (B15)', () => {
    const text = `{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{${meta('a')}}]}`;

    expect(failure(text).message).toContain('without metadata.resourceVersion');
  });

  it('should fail permanently for a Table (P102, against B17)', () => {
    const table =
      '{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"9"},"rows":[]}';

    expect(failure(table)).toMatchObject({ name: 'ProtocolError', failure: 'fatal' });
    expect(failure('{"kind":"Table","apiVersion":"example.com/v1"}').failure).toBe('transient');
  });

  it('should fail for a page above the limit, as soon as the limit is exceeded', () => {
    const reader = createPageReader({ ...settings, maxPageBytes: 100 });
    reader.push(new Uint8Array(100).fill(32));

    expect(() => reader.push(Uint8Array.of(32))).toThrow('longer than 100 bytes');
  });

  it('should show the text around the error, and nothing of a Secret', () => {
    const text = builtIn(`{${meta('a')},"data":{"password":"hunter2"},"x":nil}`);

    const error = failure(text);
    const secret = failure(text, { settings: { confidential: true } });

    expect(error.excerpt).toContain('"data"');
    expect(secret.excerpt).toBe('');
    expect(secret.message).not.toContain('hunter2');
    expect(secret.cause).toBeUndefined();
  });
});
