import { describe, expect, it } from '@jest/globals';
import { ProtocolError } from '../../../src/objects/index.ts';
import { createPageReader, type PageReader } from '../../../src/source/machine/page-reader.ts';

const encoder = new TextEncoder();
const head = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[';
const item = (name: string): string =>
  `{"metadata":{"name":"${name}","uid":"u-${name}","resourceVersion":"7"}}`;

const createReader = (): PageReader =>
  createPageReader({
    keepManagedFields: false,
    maxFrameBytes: 1_000,
    maxPageBytes: 1_000_000,
    confidential: false,
  });

/** Counts the steps of the reader. The reader makes one step for the start of the page and one for each item. */
function stepsOf(reader: PageReader, text: string): number {
  let steps = 0;
  reader.push(encoder.encode(text));
  reader.work(() => {
    steps++;
    return false;
  });
  return steps;
}

describe('page reader, as the body comes in', () => {
  it('should decode each item when the next begins, not at the end of the page', () => {
    const reader = createReader();

    expect(stepsOf(reader, head)).toBe(1);
    expect(stepsOf(reader, `${item('a')},${item('b')},`)).toBe(1);
    expect(stepsOf(reader, `${item('c')},${item('d')},${item('e')},`)).toBe(3);
    expect(stepsOf(reader, `${item('f')}]}`)).toBe(1);
    reader.end();

    expect(stepsOf(reader, '')).toBe(2 + 6); // two steps at the end, and one step to complete each item
    expect(reader.page().items.map(({ metadata }) => metadata.name)).toEqual(Array.from('abcdef'));
  });

  it('should check an incomplete head again only after the bytes have doubled', () => {
    const reader = createReader();
    const half = `${head}${item('a')},`.length;

    expect(stepsOf(reader, '{'.padEnd(half))).toBe(0); // the reader checks the head for the first time
    expect(stepsOf(reader, head.slice(1))).toBe(0);
    expect(stepsOf(reader, `${item('a')},`.padEnd(half - head.length))).toBe(0);
    expect(stepsOf(reader, ' ')).toBe(1); // the bytes have doubled, so the reader checks the head again
  });

  it.each(['<', '[', '  "', 'x'])('should fail immediately for a body that is not an object: %j', (text) => {
    const reader = createReader();
    reader.push(encoder.encode(text));

    expect(() => reader.work(() => false)).toThrow(ProtocolError);
  });

  it('should wait for more bytes after white space', () => {
    const reader = createReader();

    expect(stepsOf(reader, ' \n')).toBe(0);
    expect(stepsOf(reader, head)).toBe(1);
  });
});
