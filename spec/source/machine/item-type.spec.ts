import { describe, expect, it } from '@jest/globals';
import { createPageReader } from '../../../src/source/machine/page-reader.ts';
import type { Page } from '../../../src/source/machine/page.ts';
import { heapMeter } from '../../support/heap-meter.ts';

/** A page of so many items that do not say their type. */
function pageOf(kind: string, apiVersion: string, count: number, confidential: boolean): Page {
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
  it.each(['Pod', 'K'.repeat(124)])('should stand first in each item: %s', (kind) => {
    const { items } = pageOf(kind, 'v1', 2, false);

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
  ])('should take little memory, however long it is: of %s', (_, confidential) => {
    const usedHeap = heapMeter();
    const held = (kind: string): readonly [bytes: number, page: Page] => {
      const before = usedHeap();
      const page = pageOf(kind, `${kind}/v1`, 5_000, confidential);
      return [usedHeap() - before, page];
    };
    held('Pod');
    const [bytes, page] = held('\u00fc\u4e2d'.repeat(250));

    expect(page.items).toHaveLength(5_000);
    expect(bytes).toBeLessThan(5_000 * 1_000);
  });
});
