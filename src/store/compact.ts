import { type KubeObject, keyOf, OptionsError } from '../objects/index.ts';
import { Arena } from './machine/compact/arena.ts';
import { CompactObjects } from './machine/compact/compact-objects.ts';
import { isJson, jsonAt, pack, RecordWriter } from './machine/compact/record.ts';
import { decodeObject, EncodedObject, lazyChange } from './machine/compact/encoded-object.ts';
import { isSame } from './machine/is-same.ts';
import type { ObjectCodec } from './machine/object-codec.ts';
import { ObjectStorage } from './store-subject.ts';

/**
 * Keeps objects as bytes outside the heap and parses one each time it is read: of each pod some hundred bytes of heap
 * are left of 5 KB, so the collector has nearly nothing to look at. What it costs is the reading, some 15 µs a pod of
 * 5 KB, and the writing down of each event, some 20 µs.
 *
 * - Two reads of one object give two equal objects, and so do two calls of `list`, which parses all there is: prefer
 *   `get`, `byIndex` and `listKeys`.
 * - Of a change `object` and `old` are parsed when they are first read, once for all subscribers. A handler that reads
 *   neither costs nothing; with `buffer: 'conflate'` each merge of two changes reads `object`. They are accessors: to
 *   print a change, print `{ ...change }`.
 * - What is read is deeply frozen, as ever. A member that a transform set to `undefined` is absent from what is read, and
 *   so are members named by symbols. An object that JSON cannot hold, because a transform gave it a Date, a Map, a
 *   function, a bigint, NaN, -0, a cycle or an array with `undefined` in it, stays on the heap as it is.
 * - A view (`query`, `select`) holds the objects that it looks at, parsed, and parses what changed, once.
 * - `informer`, `sharedInformer`, `sharedIndexInformer` and `indexedStore` take it as `storage`, the factories in
 *   `informer`; `newInformer`, `newStore` and `newIndexer` do not.
 *
 * @throws OptionsError when it is given anything: it has no options
 *
 * @example
 * ```ts
 * const pods = informer(listWatch(transport, core.v1.pods), { storage: compact() });
 * pods.changes().subscribe(({ key }) => console.log(key, pods.store.get(key)?.status?.phase));
 * ```
 */
export function compact(): ObjectStorage;
export function compact(...given: readonly unknown[]): ObjectStorage {
  if (given.length > 0) throw new OptionsError('compact', given[0], 'called without options');
  return new ObjectStorage(compactCodec);
}

function compactCodec<T extends KubeObject>(): ObjectCodec<T> {
  return {
    decodes: true,
    createMap: () => new CompactObjects<T>(),
    keyOf: (stored) => (stored instanceof EncodedObject ? stored.key : keyOf(stored)),
    decode: decodeObject,
    isEqual: (a, b) => {
      const json = jsonOf(a);
      return json !== undefined && json === jsonOf(b);
    },
    decodeChange: lazyChange,
    listEncoder: (objects, versionsReset) => {
      const arena = new Arena(); // of this list alone, so that a list that is dropped leaves nothing
      const writer = new RecordWriter();
      let written = 0;
      return (object) => {
        const key = keyOf(object);
        const old = objects.get(key);
        if (!versionsReset && old !== undefined && isSame(old, object)) return old;
        const place = pack(writer, arena, written, key, object);
        if (place === undefined) return object;
        const encoded = new EncodedObject<T>(key, place);
        written += encoded.length;
        return encoded.asObject();
      };
    },
  };
}

/** The JSON of an object, made without parsing an encoded one; undefined where JSON cannot hold the object. */
function jsonOf(stored: KubeObject): string | undefined {
  if (stored instanceof EncodedObject) return jsonAt(stored);
  return isJson(stored) ? JSON.stringify(stored) : undefined;
}
