import {
  byLabel,
  byNamespace,
  HandlerError,
  type Indexers,
  type KubeObject,
  OptionsError,
  splitKey,
} from 'rx-informer';
import {
  type DeletedFinalStateUnknown,
  type Indexer,
  type IndexFunc,
  newIndexer,
  newThreadSafeStore,
  type ThreadSafeStore,
  TransactionError,
} from 'rx-informer/client-go';
import { printObject, strictKeyOf } from './objects.ts';
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

/** The index functions that the recorded test cases use, by name. */
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

/** Replays `indexer.json`: the test cases write to an Indexer or a ThreadSafeStore, and query it. */
export const indexer: Topic = (golden) => {
  const { level, indexers, steps } = golden as {
    level: string;
    indexers: readonly string[];
    steps: readonly Step[];
  };
  const problems: HandlerError[] = [];
  const face = level === 'Indexer' ? indexerFace(indexers, problems) : threadSafeFace(indexers, problems);
  const comparisons = steps.map((step, index): Comparison => {
    const { want, wantErr, ...input } = step;
    return {
      where: `step ${index + 1}: ${JSON.stringify(input)}`,
      want: wantErr === undefined ? { answer: want ?? null } : { failed: true },
      got: answerOf(face, step),
    };
  });
  return [
    ...comparisons,
    { where: 'problems of index functions', want: {}, got: { problems: problems.length } },
  ];
};

/** The functions that the test cases call on an Indexer or a ThreadSafeStore. */
interface Face {
  readonly store: Indexer<KubeObject> | ThreadSafeStore<KubeObject>;
  get(key: string): KubeObject | undefined;
  write(step: Step): unknown;
}

const pick = (names: readonly string[]): Indexers<KubeObject> =>
  Object.fromEntries(names.map((name) => [name, indexFuncs[name] ?? byNamespace]));

const tombstone = (key: string, thing?: Thing): DeletedFinalStateUnknown<KubeObject> => ({
  key,
  object: thing && objectOf(thing),
  finalStateKnown: false,
});

function indexerFace(names: readonly string[], problems: HandlerError[]): Face {
  const onError = (error: HandlerError): unknown => problems.push(error);
  const store: Indexer<KubeObject> = newIndexer(strictKeyOf, pick(names), { onError });
  return {
    store,
    get: (key) => store.getByKey(key),
    write: ({ op, obj, key, list = [], batch = [], rv = '' }) => {
      if (op === 'add' || op === 'update' || op === 'delete') store[op](objectOf(obj));
      else if (op === 'deleteTombstone') store.delete(tombstone(key ?? '', obj));
      else if (op === 'replace') store.replace(list.map(objectOf), rv);
      else return transact(store, batch);
      return null;
    },
  };
}

function transact(store: Indexer<KubeObject>, batch: NonNullable<Step['batch']>): unknown {
  try {
    store.transaction(...batch.map(({ type, obj }) => ({ type, object: objectOf(obj) })));
    return null;
  } catch (error) {
    if (!(error instanceof TransactionError)) throw error;
    const { totalTransactions: total, successfulIndices: successful, errors } = error;
    return { successful, total, errors: errors.length };
  }
}

function threadSafeFace(names: readonly string[], problems: HandlerError[]): Face {
  const onError = (error: HandlerError): unknown => problems.push(error);
  const store: ThreadSafeStore<KubeObject> = newThreadSafeStore(pick(names), { onError });
  return {
    store,
    get: (key) => store.get(key),
    write: ({ op, obj, key = obj?.key ?? '', list = [], batch = [], rv = '' }) => {
      if (op === 'add' || op === 'update') store[op](key, objectOf(obj));
      else if (op === 'delete') store.delete(key);
      else if (op === 'deleteWithObject') store.deleteWithObject(key, objectOf(obj));
      else if (op === 'deleteTombstone') store.deleteWithObject(key, tombstone(key, obj));
      else if (op === 'replace')
        store.replace(new Map(list.map((thing) => [thing.key, objectOf(thing)])), rv);
      else
        store.transaction(
          ...batch.map((each) => ({ ...each, key: each.obj.key, object: objectOf(each.obj) })),
        );
      return null;
    },
  };
}

function answerOf(face: Face, step: Step): Readonly<Record<string, unknown>> {
  try {
    return { answer: ask(face, step) ?? null };
  } catch (error) {
    if (error instanceof OptionsError || error instanceof HandlerError) return { failed: true };
    throw error;
  }
}

function ask(face: Face, step: Step): unknown {
  const { op, obj, key = '', index = '', value = '', rv = '', indexers = [] } = step;
  const { store } = face;
  const print = (objects: readonly KubeObject[]): readonly string[] => objects.map(printObject).sort();
  switch (op) {
    case 'get':
    case 'getByKey': {
      const found = obj === undefined ? face.get(key) : store.get(objectOf(obj) as KubeObject & string);
      return found === undefined ? null : printObject(found);
    }
    case 'list':
      return print(store.list());
    case 'listKeys':
      return store.listKeys().toSorted();
    case 'index':
      return print(store.index(index, objectOf(obj)));
    case 'byIndex':
      return print(store.byIndex(index, value));
    case 'indexKeys':
      return store.indexKeys(index, value);
    case 'listIndexFuncValues':
      return store.listIndexFuncValues(index).toSorted();
    case 'getIndexers':
      return Object.keys(store.getIndexers()).sort();
    case 'lastStoreSyncResourceVersion':
      return store.lastStoreSyncResourceVersion();
    case 'bookmark': {
      store.bookmark(rv);
      return;
    }
    case 'addIndexers':
      store.addIndexers(pick(indexers));
      return null;
    default:
      return face.write(step);
  }
}

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
