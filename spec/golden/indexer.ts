import { type KubeObject, OptionsError, splitKey } from '../../src/objects/index.ts';
import type { KeyDelta } from '../../src/queue/index.ts';
import { byLabel, byNamespace, indexedStore, type IndexFunc } from '../../src/store/index.ts';
import { badName, printObject, strictKeyOf } from './objects.ts';
import type { Comparison, Topic } from './topic.ts';

interface Thing {
  readonly key: string;
  readonly rv: string;
  readonly color?: string;
  readonly tags?: readonly string[];
}

interface Step {
  readonly op: string;
  readonly obj?: Thing;
  readonly key?: string;
  readonly list?: readonly Thing[];
  readonly batch?: readonly { readonly type: 'Add' | 'Update' | 'Delete'; readonly obj: Thing }[];
  readonly rv?: string;
  readonly index?: string;
  readonly value?: string;
  readonly indexers?: readonly string[];
  readonly want?: unknown;
  readonly wantErr?: string;
}

/** The index functions of the traces. */
const indexFuncs: Readonly<Record<string, IndexFunc<KubeObject>>> = {
  namespace: byNamespace,
  color: byLabel('color'),
  tags: ({ metadata: { annotations } }) => {
    const tags = annotations?.['tags'];
    if (tags === 'broken') throw new Error('index function failed');
    return tags === undefined ? [] : tags.split(',');
  },
  parity: ({ metadata: { resourceVersion } }) =>
    resourceVersion === '' ? ['none'] : [Number(resourceVersion) % 2 === 0 ? 'even' : 'odd'],
  both: ({ metadata: { name, labels } }) => [`name:${name}`, `color:${labels?.['color'] ?? ''}`],
};

/** `indexer.json`: an Indexer or a ThreadSafeStore, written to and asked. */
export const indexer: Topic = (golden, _tables, touch) => {
  const { indexers, steps } = golden as { indexers: readonly string[]; steps: readonly Step[] };
  const run = new Run(indexers);
  return steps.map((step, index): Comparison => {
    const { want, wantErr, ...input } = step;
    const isUnknownIndex = step.op === 'listIndexFuncValues' && !run.indexNames.includes(step.index ?? '');
    if (isUnknownIndex) touch('an index that does not exist is an error here as elsewhere');
    return {
      where: `step ${index + 1}: ${JSON.stringify(input)}`,
      want: wantErr !== undefined || isUnknownIndex ? { failed: true } : { answer: want ?? null },
      got: run.step(step),
    };
  });
};

class Run {
  readonly #store = indexedStore<KubeObject, string>();

  constructor(indexers: readonly string[]) {
    this.#addIndexers(indexers);
  }

  get indexNames(): readonly string[] {
    return Object.keys(indexFuncs).filter((name) => {
      try {
        return this.#store.listIndexFuncValues(name).length >= 0;
      } catch {
        return false;
      }
    });
  }

  step(step: Step): Readonly<Record<string, unknown>> {
    try {
      return { answer: (writes.has(step.op) ? this.#write(step) : this.#read(step)) ?? null };
    } catch (error) {
      if (error instanceof OptionsError || (error instanceof Error && failures.has(error.message))) {
        return { failed: true };
      }
      throw error;
    }
  }

  #read({ op, obj, key = '', index = '', value = '' }: Step): unknown {
    const store = this.#store;
    const print = (objects: readonly KubeObject[]): readonly string[] => objects.map(printObject).sort();
    switch (op) {
      case 'get':
      case 'getByKey': {
        const found = store.get(obj === undefined ? key : strictKeyOf(objectOf(obj)));
        return found === undefined ? null : printObject(found);
      }
      case 'list':
        return print(store.list());
      case 'listKeys':
        return store.listKeys().toSorted();
      case 'index': {
        store.listIndexFuncValues(index); // that there is one
        const values = indexFuncs[index]?.(objectOf(obj)) ?? [];
        return print([...new Set(values.flatMap((each) => store.byIndex(index, each)))]);
      }
      case 'byIndex':
        return print(store.byIndex(index, value));
      case 'indexKeys':
        return store.indexKeys(index, value).toSorted();
      case 'listIndexFuncValues':
        return store.listIndexFuncValues(index).toSorted();
      case 'getIndexers':
        return this.indexNames.toSorted();
      case 'lastStoreSyncResourceVersion':
        return store.resourceVersion;
      default:
        throw new Error(`no operation ${op}`);
    }
  }

  #write({ op, obj, key, list = [], batch = [], rv = '', indexers = [] }: Step): unknown {
    switch (op) {
      case 'add':
      case 'update':
        this.#apply(upsert(objectOf(obj)));
        return null;
      case 'delete':
      case 'deleteWithObject':
        this.#apply(obj === undefined ? tombstone(key ?? '') : remove(objectOf(obj)));
        return null;
      case 'deleteTombstone':
        this.#apply(tombstone(key ?? '', obj));
        return null;
      case 'replace': {
        const objects = list.map(objectOf);
        objects.forEach(strictKeyOf);
        this.#store.next([{ type: 'ReplacedAll', objects, resourceVersion: rv }]);
        return null;
      }
      case 'transaction':
        return this.#transact(batch);
      case 'bookmark':
        this.#store.next([{ type: 'Bookmark', resourceVersion: rv }]);
        return null;
      default:
        this.#addIndexers(indexers);
        return null;
    }
  }

  #transact(batch: NonNullable<Step['batch']>): unknown {
    const successful = batch.flatMap(({ obj }, at) => (obj.key === badName ? [] : [at]));
    const good = batch.filter(({ obj }) => obj.key !== badName);
    this.#apply(...good.map(({ type, obj }) => (type === 'Delete' ? remove : upsert)(objectOf(obj))));
    const errors = batch.length - good.length;
    return errors === 0 ? null : { errors, successful, total: batch.length };
  }

  /** In the classic form, which takes what it is given. */
  #apply(...deltas: KeyDelta<KubeObject>[]): void {
    this.#store.next(Object.assign(deltas, { isInInitialList: false }));
  }

  #addIndexers(names: readonly string[]): void {
    this.#store.addIndexers(Object.fromEntries(names.map((name) => [name, indexFuncs[name] ?? byNamespace])));
  }
}

const writes = new Set([
  'add',
  'update',
  'delete',
  'deleteWithObject',
  'deleteTombstone',
  'replace',
  'transaction',
  'bookmark',
  'addIndexers',
]);
const failures = new Set(['no key', 'index function failed']);

function objectOf(thing: Thing | undefined): KubeObject {
  if (thing === undefined) throw new Error('a step without an object');
  const { key, rv, color, tags } = thing;
  const { namespace, name } = splitKey(key);
  return {
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      uid: '',
      resourceVersion: rv,
      ...(color === undefined ? {} : { labels: { color } }),
      ...(tags === undefined ? {} : { annotations: { tags: tags.join(',') } }),
    },
  };
}

const upsert = (object: KubeObject): KeyDelta<KubeObject> => ({
  type: 'Updated',
  key: strictKeyOf(object),
  object,
});

const remove = (object: KubeObject): KeyDelta<KubeObject> => ({
  type: 'Deleted',
  key: strictKeyOf(object),
  object,
  finalStateKnown: true,
});

const tombstone = (key: string, thing?: Thing): KeyDelta<KubeObject> => ({
  type: 'Deleted',
  key,
  object: thing && objectOf(thing),
  finalStateKnown: false,
});
