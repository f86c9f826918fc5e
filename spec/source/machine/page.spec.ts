import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { itemTypeOf, type Page, pageOf } from '../../../src/source/machine/page.ts';
import { createDefects } from '../../../src/source/machine/object-defects.ts';
import { createPageReader } from '../../../src/source/machine/page-reader.ts';
import { heapMeter } from '../../support/heap-meter.ts';

const item = { metadata: { name: 'a', uid: 'u', resourceVersion: '1' } } as KubeObject;
const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' } };
const read = (given: object, more: readonly unknown[] = []): Page => {
  const steps = pageOf(
    given,
    more,
    true,
    createDefects(() => undefined),
  );
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
};
const itemsOf = (given: object, more: readonly unknown[] = []) => read(given, more).items;

describe('pageOf', () => {
  it('should add a missing type, and keep a type that is present', () => {
    const typed = { kind: 'Other', apiVersion: 'v2', ...item };

    expect(itemsOf({ ...list, items: [item, typed] })).toEqual([
      { kind: 'Pod', apiVersion: 'v1', ...item },
      typed,
    ]);
    expect(
      itemsOf({
        ...list,
        items: [
          { kind: 'Other', ...item },
          { apiVersion: 'v2', ...item },
        ],
      }),
    ).toEqual([
      { kind: 'Other', apiVersion: 'v1', ...item },
      { kind: 'Pod', apiVersion: 'v2', ...item },
    ]);
    expect(itemsOf({ ...list, kind: 'List', items: [item] })).toEqual([item]);
  });

  it('should have no items when the list has none', () => {
    expect(itemsOf(list)).toEqual([]);
    expect(itemsOf(list, [item])).toEqual([{ kind: 'Pod', apiVersion: 'v1', ...item }]);
  });

  it.each([
    [3, 3],
    ['3', undefined],
    [undefined, undefined],
  ])('should accept only a number as the remaining count: %p', (remainingItemCount, said) => {
    const metadata = { resourceVersion: '9', remainingItemCount };

    expect(read({ ...list, metadata }).remainingItemCount).toBe(said);
  });

  it.each([[undefined], [null], ['']])('should treat a page with the token %p as the last', (token) => {
    expect(read({ ...list, metadata: { resourceVersion: '9', continue: token } }).next).toBeUndefined();
  });

  it.each([[7], [0], [false], [{}], [['t']]])('should refuse a page whose token is %j', (token) => {
    const metadata = { resourceVersion: '9', continue: token };

    expect(() => read({ ...list, metadata })).toThrow(/metadata\.continue that is not a string/);
  });
});

describe('itemTypeOf', () => {
  it.each<[unknown, unknown]>([
    [list, { kind: 'Pod', apiVersion: 'v1' }],
    [{ ...list, kind: 'ListOfPods' }, undefined],
    [{ ...list, kind: 'AListener' }, undefined],
    [{ ...list, kind: 'List' }, undefined],
    [{ ...list, kind: ['PodList'] }, undefined],
    [{ ...list, apiVersion: 1 }, undefined],
    [{ kind: 'PodList' }, undefined],
    [null, undefined],
    ['PodList', undefined],
  ])('should derive the type of the items from the type of the list: %j', (given, type) => {
    expect(itemTypeOf(given)).toEqual(type);
  });
});

/** Returns a decoded page with the given number of items. The items have no apiVersion and no kind. */
function pageWith(kind: string, apiVersion: string, count: number, confidential: boolean): Page {
  const settings = { keepManagedFields: false, maxFrameBytes: 1_000_000, maxPageBytes: 64_000_000 };
  const reader = createPageReader({ ...settings, confidential });
  const items = Array.from(
    { length: count },
    (_, at) => `{"metadata":{"name":"${at}","uid":"u","resourceVersion":"7"}}`,
  );
  const text = `{"kind":"${kind}List","apiVersion":"${apiVersion}","metadata":{"resourceVersion":"9"},"items":[${items.join(',')}]}`;
  reader.push(new TextEncoder().encode(text));
  reader.end();
  while (!reader.work(() => false));
  return reader.page();
}

describe('the type of a list', () => {
  it.each(['Pod', 'K'.repeat(124)])('should be the first members of each item: %s', (kind) => {
    const { items } = pageWith(kind, 'v1', 2, false);

    expect(items.map((item) => Object.entries(item).slice(0, 2))).toEqual(
      Array(2).fill([
        ['kind', kind],
        ['apiVersion', 'v1'],
      ]),
    );
  });

  it.each([
    ['objects', false],
    ['secrets', true],
  ])('should take little memory for a long name: of %s', (_, confidential) => {
    const usedHeap = heapMeter();
    const held = (kind: string): readonly [bytes: number, page: Page] => {
      const before = usedHeap();
      const page = pageWith(kind, `${kind}/v1`, 5_000, confidential);
      return [usedHeap() - before, page];
    };
    held('Pod');
    const [bytes, page] = held('\u00fc\u4e2d'.repeat(250));

    expect(page.items).toHaveLength(5_000);
    expect(bytes).toBeLessThan(5_000 * 1_000);
  });
});
