import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { seededRandom } from 'rx-informer/testing';
import { createSizeGuard } from '../../../src/source/machine/size-guard.ts';

const mebibyte = 1_048_576;
const empty = new Uint8Array(0);
const times = <T>(count: number, of: (nth: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, nth) => of(nth));
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Returns the JSON of an object with the given number of keys. Each key is as short as possible. */
const withKeys = (count: number): Uint8Array =>
  bytesOf(`{${Array.from({ length: count }, (_, nth) => `"${nth.toString(36)}":1`).join(',')}}`);

describe('size guard', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Returns the JSON of objects with the given number of keys. The order of the keys differs in each object. */
  const inOrders = (objects: number, keys: number, pool = keys): readonly Uint8Array[] => {
    const random = seededRandom(7);
    return Array.from({ length: objects }, () => {
      const rest = Array.from({ length: pool }, (_, nth) => nth.toString(36));
      const drawn = Array.from({ length: keys }, () => rest.splice(Math.floor(random() * rest.length), 1)[0]);
      return bytesOf(`{${drawn.map((key) => `"${key}":1`).join(',')}}`);
    });
  };
  const frameOf = (objects: readonly Uint8Array[]): Uint8Array =>
    bytesOf(`[${objects.map((object) => new TextDecoder().decode(object)).join(',')}]`);
  const usual = { maxFrameBytes: 16 * mebibyte, maxPageBytes: 16 * mebibyte };
  const checkAll = (objects: readonly Uint8Array[], sizes = usual): void => {
    const guard = createSizeGuard(sizes);
    for (const object of objects) guard.check('an object of a list', object, 0, object.length);
  };

  it('should accept any maxPageBytes', () => {
    const large = withKeys(4_000);

    expect(() => checkAll([large], { ...usual, maxPageBytes: Number.MAX_SAFE_INTEGER })).not.toThrow();
  });

  it('should accept a page of small objects of equal shape with 40% of maxPageBytes', () => {
    const members = times(100, (nth) => [`field${nth}`, `value number ${nth}`] as const);
    const object = bytesOf(JSON.stringify({ kind: 'Thing', spec: Object.fromEntries(members) }));
    const most = Math.floor((0.4 * usual.maxPageBytes) / object.length);

    expect(() => checkAll(times(most, () => object))).not.toThrow();
  });

  it('should charge each object with a new order of keys to the page', () => {
    const objects = inOrders(1_500, 100);

    expect(() => checkAll(objects)).toThrow('a list page takes more than');
    expect(() => checkAll(objects.map(() => objects[0] ?? empty))).not.toThrow();
  });

  it('should charge objects whose keys are the first keys of another object', () => {
    const prefixes = Array.from({ length: 1_500 }, (_, nth) => withKeys(100 + nth));

    expect(() => checkAll(prefixes.slice(0, 300), { ...usual, maxPageBytes: 3 * mebibyte })).toThrow(
      'a list page takes',
    );
  });

  it('should refuse a watch frame of many objects with the same keys in different orders', () => {
    const guard = createSizeGuard({ ...usual, maxPageBytes: Infinity });
    const check = (frame: Uint8Array): void => guard.check('a watch frame', frame, 0, frame.length);
    const objects = inOrders(400, 100, 120);

    expect(() => check(frameOf(objects))).toThrow('a watch frame has more than 32768 different keys');
    // The limit applies to each watch event separately.
    for (let nth = 0; nth < 3; nth++) check(frameOf(objects.slice(0, 300)));
  });

  it('should count the keys around nested objects, but not those in removed managedFields', () => {
    const guard = createSizeGuard({ maxFrameBytes: mebibyte, maxPageBytes: Infinity });
    const fields = `"managedFields":[${new TextDecoder().decode(frameOf(inOrders(60, 100, 120)))}],`;
    const text = (shape: string): string => `{"metadata":{${fields}"name":"a"},"spec":${shape}}`;
    const check = (object: string): void => {
      const bytes = bytesOf(object);
      const from = object.indexOf(fields);
      guard.check('a watch frame', bytes, 0, bytes.length, { from, to: from + fields.length });
    };

    expect(() => check(text('{}'))).not.toThrow();
    expect(() => check(text(new TextDecoder().decode(frameOf(inOrders(60, 100, 120)))))).toThrow(
      'has more than 4096 different keys',
    );
  });

  it.each<[string, () => string]>([
    [
      'a ConfigMap of 20,000 keys',
      () => JSON.stringify({ data: Object.fromEntries(times(20_000, (nth) => [`key-${nth}`, 'value'])) }),
    ],
    [
      'a definition of 3 MB, six versions of a schema of 4,000 properties',
      () =>
        JSON.stringify({
          versions: times(6, () => ({
            properties: times(400, (at) => ({
              type: 'object',
              properties: Object.fromEntries(
                times(10, (nth) => [
                  `property${at}of${nth}`,
                  { type: 'string', description: 'x'.repeat(80) },
                ]),
              ),
            })),
          })),
        }),
    ],
    [
      'an object with the state of 5,000 others, some of whose fields are absent',
      () =>
        JSON.stringify(
          times(5_000, (nth) =>
            Object.fromEntries(
              times(12, (key) => [`field${key}`, nth] as const).filter(
                (_, key) => key > 6 || (nth >> key) % 2 === 0,
              ),
            ),
          ),
        ),
    ],
  ])('should accept %s', (_, text) => {
    const guard = createSizeGuard({ ...usual, maxPageBytes: Infinity });
    const bytes = bytesOf(text());

    expect(() => guard.check('a watch frame', bytes, 0, bytes.length)).not.toThrow();
  });

  it('should allocate no memory for objects that are too short to exceed the limit', () => {
    const guard = createSizeGuard({ maxFrameBytes: 16 * mebibyte, maxPageBytes: 256 * mebibyte });
    const pod = withKeys(500);
    const buffers = jest.spyOn(globalThis, 'Uint32Array');

    for (let nth = 0; nth < 1_000; nth++) guard.check('an object of a list', pod, 0, pod.length);

    expect(buffers).not.toHaveBeenCalled();
  });

  it('should refuse an object with one key above the limit, however short the keys are', () => {
    const guard = createSizeGuard({ maxFrameBytes: 4_096 * 512, maxPageBytes: mebibyte });
    const check = (bytes: Uint8Array): void => guard.check('a watch frame', bytes, 0, bytes.length);

    expect(() => check(withKeys(4_096))).not.toThrow();
    expect(() => check(withKeys(4_097))).toThrow('a watch frame has more than 4096 different keys');
  });
});
