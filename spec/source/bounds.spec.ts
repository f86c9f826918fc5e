import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, lastValueFrom, type Observable, of, toArray } from 'rxjs';
import { type KubeError, ProtocolError, StatusError } from '../../src/objects/index.ts';
import { isSuccessStatus, listWatch, statusErrorOf, type Transport } from '../../src/source/index.ts';
import { bytes, fakeTransport } from './fake-transport.ts';

/** The transports use this function to check the status of each response. */
describe('isSuccessStatus', () => {
  it.each([
    ['GET', 200, true],
    ['GET', 206, false],
    ['GET', 204, false],
    ['GET', 203, false],
    ['POST', 201, true],
    ['DELETE', 202, true],
    ['PATCH', 304, false],
    ['GET', 101, false],
  ])('should accept for a %s the status %d: %p', (method, code, takes) => {
    expect(isSuccessStatus(method, code)).toBe(takes);
  });

  it('should describe a partial answer, and show nothing of its body', () => {
    const error = statusErrorOf(206, undefined, '{"kind":"SecretList","items":[{"data":{"a":"c2VjcmV0"}}]}');

    expect(error).toMatchObject({ code: 206, failure: 'transient' });
    expect(error.message).toBe(
      'the answer came with status 206, and only 200 is a whole list or watch; check the proxy in between',
    );
  });
});

const pods = { group: '', version: 'v1', resource: 'pods' };
const page = (items: string, metadata = ''): Uint8Array =>
  bytes(
    `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"${metadata}},"items":[${items}]}`,
  );
const pod = (name: string, more = ''): string =>
  `{"metadata":{"name":"${name}","uid":"u","resourceVersion":"1"}${more}}`;
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(',');
const frames = (count: number, frame: string): Uint8Array => bytes(`${frame}\n`.repeat(count));

/**
 * Runs a list or a watch. Returns its values or its error. Also returns each call of `onIncident`: the message, and the
 * number of omitted objects.
 */
async function outcomeOf(
  run: (onIncident: (incident: KubeError, count?: number) => void) => Observable<unknown>,
) {
  const incidents: [string, number][] = [];
  const values$ = run((incident, count = 1) => incidents.push([incident.message, count]));
  const error = await lastValueFrom(values$.pipe(toArray())).catch((thrown: unknown) => thrown);
  return { error, incidents, counts: incidents.map(([, count]) => count) };
}

const listed = (answer: Uint8Array, options = {}) =>
  outcomeOf((onIncident) => listWatch(fakeTransport(of(answer)), pods, options).list({}, { onIncident }));
const watched = (answer: Uint8Array, options = {}) =>
  outcomeOf((onIncident) => listWatch(fakeTransport(of(answer)), pods, options).watch({}, { onIncident }));

describe('limits on the answers of a server', () => {
  it('should report the first five malformed objects of a list, and the others as one incident', async () => {
    const { counts, incidents } = await listed(page(`${times(900, '{}')},${pod('a')}`));

    expect(counts).toEqual([1, 1, 1, 1, 1, 895]);
    expect(incidents.at(-1)?.[0]).toBe('895 more objects without name, uid or resourceVersion were left out');
  });

  it.each([
    ['a page', () => listed(page(times(1_001, '{}')))],
    [
      'a page with its items at the end',
      () => listed(bytes(`{"metadata":{"resourceVersion":"9"},"items" :[${times(1_001, '5')}]}`)),
    ],
    ['a watch', () => watched(frames(1_001, '{"type":"ADDED","object":{}}'))],
    ['a watch of bookmarks', () => watched(frames(1_001, '{"type":"BOOKMARK","object":{}}'))],
  ])('should fail after more than 1,000 malformed objects in %s', async (_, run) => {
    const { error, counts } = await run();

    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({
      failure: 'transient',
      message: expect.stringContaining('more than 1000 objects'),
    });
    expect(counts).toEqual([1, 1, 1, 1, 1]);
  });

  it.each([
    ['a name with a slash', { name: 'a/b' }],
    ['a namespace with a slash', { namespace: 'a/b' }],
    ['a name of over 1,024 characters', { name: 'a'.repeat(1_025) }],
    ['a namespace of over 1,024 characters', { namespace: 'a'.repeat(1_025) }],
    ['a uid of over 1,024 characters', { uid: 'a'.repeat(1_025) }],
    ['a resourceVersion of over 256 characters', { resourceVersion: '9'.repeat(257) }],
    ['a resourceVersion with a blank', { resourceVersion: '1 2' }],
    ['a resourceVersion with a control character', { resourceVersion: '1\u001b[2J' }],
  ])('should skip an object with %s', async (_, flaw) => {
    const metadata = { name: 'a', namespace: 'b', uid: 'u', resourceVersion: '1' };
    const objects = [{ metadata: { ...metadata, ...flaw } }, { metadata }];
    const { error, incidents } = await listed(page(objects.map((one) => JSON.stringify(one)).join(',')));
    const watch = await watched(
      bytes(objects.map((object) => `${JSON.stringify({ type: 'ADDED', object })}\n`).join('')),
    );

    expect(error).toMatchObject([{ items: [{ metadata }] }]);
    expect(watch.error).toMatchObject([{ object: { metadata } }]);
    expect(incidents).toEqual([[expect.stringContaining('is too long or has a wrong character'), 1]]);
  });

  it.each(['9'.repeat(257), '1 2', '\u001b[2J'])(
    'should refuse a list or a bookmark with the resourceVersion %j',
    async (resourceVersion) => {
      const metadata = { resourceVersion };
      const { error } = await listed(bytes(JSON.stringify({ metadata, items: [] })));
      const watch = await watched(bytes(`${JSON.stringify({ type: 'BOOKMARK', object: { metadata } })}\n`));

      expect(error).toMatchObject({ message: expect.stringContaining('metadata.resourceVersion') });
      expect(watch.error).toEqual([]);
      expect(watch.incidents).toEqual([[expect.stringContaining('a bookmark without resourceVersion'), 1]]);
    },
  );

  it('should refuse a Status in place of a list', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items: [] };
    const { error } = await listed(bytes(JSON.stringify(status)));

    expect(error).toMatchObject({ message: expect.stringContaining('is not a list') });
  });

  it('should report the objects skipped in one chunk of a watch as one incident', async () => {
    const { counts } = await watched(frames(20, '{"type":"ADDED","object":{}}'));

    expect(counts).toEqual([1, 1, 1, 1, 1, 15]);
  });

  it.each([
    ['one object', () => page(pod('a', `,"spec":"${'x'.repeat(2_000)}"`))],
    ["the list's metadata before its items", () => page(pod('a'), `,"x":"${'x'.repeat(2_000)}"`)],
    [
      'the members after the items',
      () => bytes(`{"metadata":{"resourceVersion":"9"},"items":[],"x":"${'x'.repeat(2_000)}"}`),
    ],
  ])('should limit %s to maxFrameBytes', async (_, answer) => {
    const { error } = await listed(answer(), { maxFrameBytes: 1_000 });

    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ message: expect.stringContaining('longer than 1000 bytes') });
  });

  it('should limit each object of a page, not their sum', async () => {
    const first = pod('a');
    const others = Array.from({ length: 50 }, (_, nth) => `{"spec":{},${pod(`p${nth}`).slice(1)}`);

    const { error } = await listed(page([first, ...others].join(',')), { maxFrameBytes: 1_000 });

    expect(error).toMatchObject([{ items: { length: 51 } }]);
  });

  const dense = `[${times(300_000, '{}')}]`;
  it.each([
    ['an object of a list', () => listed(page(pod('a', `,"spec":${dense}`)))],
    ['a list', () => listed(page('', `,"x":${dense}`))],
    ['a watch frame', () => watched(bytes(`{"type":"ADDED","object":${pod('a', `,"spec":${dense}`)}}\n`))],
  ])('should refuse %s whose values would need many times its size in memory', async (_, run) => {
    const { error } = await run();

    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ message: expect.stringContaining('has more than 262144 values') });
  });

  const ownKeys = (count: number): string =>
    `[${Array.from({ length: count }, (_, nth) => `{"key-${nth}" : 0}`).join(',')}]`;
  it.each([
    ['an object of a list', (spec: string) => listed(page(pod('a', `,"spec":${spec}`)))],
    ['a list', (spec: string) => listed(page('', `,"x":${spec}`))],
    [
      'a watch frame',
      (spec: string) => watched(bytes(`{"type":"ADDED","object":${pod('a', `,"spec":${spec}`)}}\n`)),
    ],
  ])('should refuse %s with more than 32768 different keys', async (_, run) => {
    expect(await run(ownKeys(40_000))).toMatchObject({
      error: { message: expect.stringContaining('has more than 32768 different keys'), failure: 'transient' },
    });
    expect((await run(ownKeys(30_000))).error).not.toBeInstanceOf(Error);
  });

  it.each([
    ['values', `[${times(80_000, '{}')}]`, 'has more than 262144 values'],
    ['different keys', ownKeys(20_000), 'has more than 32768 different keys'],
  ])(
    'should count the parts of a list before its items together with the parts after: %s',
    async (_, part, why) => {
      const listOf = (before: string, behind: string): Uint8Array =>
        bytes(
          `{"kind":"List","x":${before},"metadata":{"resourceVersion":"7"},"items":[${pod('a')}],"y":${behind}}`,
        );
      const other = part.replaceAll('key-', 'other-');

      expect((await listed(listOf(part, other))).error).toMatchObject({
        message: expect.stringContaining(`a list without its items ${why}`),
      });
      for (const text of [listOf(part, '0'), listOf('0', part)])
        expect((await listed(text)).error).not.toBeInstanceOf(Error);
    },
  );

  it('should refuse a page whose objects together would need many times its size in memory', async () => {
    const item = pod('a', `,"spec":[${times(20_000, '{}')}]`);
    const { error } = await listed(page(times(10, item)), { maxPageBytes: 2_000_000 });

    expect(error).toMatchObject({
      message: expect.stringContaining('a list page takes more than 8000000 bytes of memory'),
    });
  });

  it.each([
    ['is ASCII', 'x', undefined],
    ['is ASCII with escapes', '\\"\\u003c', undefined],
    ['has a character of two bytes in each', 'я', 'takes more than'],
    ['has an escaped one in each', '\\"\\u4e2d', 'takes more than'],
  ])('should count the text of a page twice when it %s', async (_, character, refusal) => {
    const text = `"${character.padStart(30, 'x')}"`;
    const item = pod('a', `,"spec":[${times(500, text)}]`);
    const { error } = await listed(page(times(105, item)), { maxPageBytes: 2_000_000 });
    const { message } = (error ?? { message: undefined }) as { message?: string };

    if (refusal === undefined) expect(message).toBeUndefined();
    else expect(message).toContain(refusal);
  });

  it.each([
    ['names', 'ab', undefined],
    ['names with digits', 'a34', undefined],
    ['indexes', '34', 'takes more than 8000000 bytes of memory'],
    ['indexes with an escape', '\\u00334', 'takes more than 8000000 bytes of memory'],
  ])('should count the arrays that V8 allocates for keys: %s', async (_, key, refusal) => {
    const item = pod('a', `,"spec":[${times(8_000, `{"${key}":0}`)}]`);
    const { error } = await listed(page(`${pod('b')},${times(3, item)}`), { maxPageBytes: 2_000_000 });

    if (refusal === undefined) expect(error).not.toBeInstanceOf(Error);
    else expect(error).toMatchObject({ message: expect.stringContaining(refusal) });
  });

  it.each([
    ['760 characters', `1.${'8'.repeat(754)}e-30`, 12_000, 'has more than 262144 values'],
    ['760 characters, negative,', `-1.${'8'.repeat(751)}E+300`, 12_000, 'has more than 262144 values'],
    ['25 characters', `-1.${'8'.repeat(18)}e-30`, 100_000, undefined],
  ])('should count the digits of long numbers as values: %s each', async (_, number, count, refusal) => {
    const { error } = await listed(page(pod('a', `,"spec":[${times(count, number)}]`)));

    if (refusal === undefined) expect(error).not.toBeInstanceOf(Error);
    else expect(error).toMatchObject({ message: expect.stringContaining(refusal) });
  });

  it('should accept an object of 3 MB, like large CRDs, and a long text with many brackets', async () => {
    const schema = times(
      40_000,
      '{"description":"what this field is for, in one sentence or two","type":"string"}',
    );
    const { error } = await listed(
      page(`${pod('a', `,"spec":[${schema}]`)},${pod('b', `,"data":"${'[1,'.repeat(1_000_000)}"`)}`),
    );

    expect(error).toMatchObject([{ items: { length: 2 } }]);
  });

  it.each([
    ['a, b, a', (nth: number) => page(pod(`p${nth}`), `,"continue":"${nth % 2}"`), 'named an earlier one'],
    [
      'fresh tokens without an object',
      (nth: number) => page('', `,"continue":"${nth}"`),
      'more than 20 pages in a row held no object',
    ],
    [
      'a token of a megabyte',
      () => page(pod('a'), `,"continue":"${'x'.repeat(1_000_000)}"`),
      'a token of 1000000 characters',
    ],
  ])('should end a list whose continue tokens make no progress: %s', async (_, answer, says) => {
    let requests = 0;
    const transport: Transport = { open: () => of(answer(requests++)) };
    const { error } = await outcomeOf((onIncident) => listWatch(transport, pods).list({}, { onIncident }));

    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ failure: 'transient', message: expect.stringContaining(says) });
    expect(requests).toBeLessThan(25);
  });

  it.each(['{"toString":1}', '{}', '5', 'null'])(
    'should recognise a Table with the apiVersion %s',
    async (version) => {
      const table = `{"kind":"Table","apiVersion":${version},"metadata":{"resourceVersion":"9"},"rows":[]}`;

      expect(await listed(bytes(table))).toMatchObject({
        error: { failure: 'fatal', message: expect.stringContaining('a Table') },
      });
    },
  );

  it('should keep at most 4,096 characters of a text, 16,384 in total, and 32 causes of a Status', async () => {
    const long = 'x'.repeat(100_000);
    const status = {
      kind: 'Status',
      code: 500,
      message: long,
      reason: long,
      details: { causes: Array.from({ length: 100 }, () => ({ message: long, field: 'spec' })) },
    };
    const watch$ = listWatch(
      fakeTransport(of(bytes(`${JSON.stringify({ type: 'ERROR', object: status })}\n`))),
      pods,
    ).watch();
    const error = await firstValueFrom(watch$).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(StatusError);
    const { message, reason, causes } = error as StatusError;
    expect([message.length, reason.length]).toEqual([4_096, 4_096]);
    expect(causes).toHaveLength(32);
    expect(causes.map((cause) => cause.message?.length)).toEqual([4_096, 4_092, ...Array<undefined>(30)]);
    expect(causes.map((cause) => cause.field)).toEqual(['spec', ...Array<undefined>(31)]);
  });
});
