import { deltaFifo, type Deltas } from '../../../src/queue/index.ts';
import { deepFreeze, internStrings, keyOf, type KubeObject } from '../../../src/objects/index.ts';
import type { ReflectorEvent } from '../../../src/reflector/index.ts';
import { createEventReader } from '../../../src/source/index.ts';
import { createKnownObjectReader } from '../../../src/source/machine/known-object-reader.ts';
import { findManagedFields } from '../../../src/source/machine/managed-fields.ts';
import { compact, indexedStore, type ObjectStorage, type StoreSubject } from '../../../src/store/index.ts';
import { Subject } from 'rxjs';
import { wholeForm } from '../server/form.ts';

/**
 * One measured function that handles watch events. Each run handles a whole chunk of events, because the clock is too
 * coarse for one event.
 */
interface Step {
  /** Prepares the input before the clock starts. */
  prepare?(): void;
  run(): void;
}

/** Number of events of 5 KB in a chunk of 64 KB. */
export const chunk = 13;

const objects = 1_000;
const form = wholeForm('pods');
const everyPlace = Array.from({ length: chunk }, (_, i) => (i * 7_919) % objects);
const frames = everyPlace.map((index) =>
  Buffer.from(`{"type":"MODIFIED","object":${form.object(index, index + objects)}}\n`),
);
const bytes = Buffer.concat(frames);
const items = everyPlace.map((index) => Buffer.from(form.item(index, index + 1)));

const settings = {
  keepManagedFields: false,
  maxFrameBytes: 1_000_000,
  maxPageBytes: 1_000_000,
  confidential: false,
};
const reader = createEventReader(settings, fail);

/** Returns pods as the library's source emits them. */
const parsed = (): readonly KubeObject[] =>
  Array.from(reader.read(bytes), (event) =>
    event !== undefined && 'object' in event ? event.object : fail(),
  );
const frozen = (index: number, resourceVersion: number): KubeObject =>
  deepFreeze(JSON.parse(form.object(index, resourceVersion)) as KubeObject);

/** Creates a measured function that changes its input objects. Each run gets new objects. */
function onFresh(work: (object: KubeObject) => void): Step {
  let fresh: readonly KubeObject[] = [];
  return { prepare: () => void (fresh = parsed()), run: () => fresh.forEach(work) };
}

interface Kind {
  readonly storage?: ObjectStorage;
  readonly indices: number;
}

/**
 * Creates a measured function that updates a store of 1,000 objects. Each update is newer than the previous update,
 * because the store ignores older objects.
 */
function updates(kind: Kind): Step {
  const store = filled(kind);
  const pods = everyPlace.map((index) => frozen(index, index + 1));
  let version = objects;
  let deltas: readonly Deltas<KubeObject>[] = [];
  return {
    prepare() {
      if (store.resourceVersion !== String(version)) fail();
      deltas = pods.map(({ metadata, ...rest }) => {
        const object = { ...rest, metadata: { ...metadata, resourceVersion: String(++version) } };
        return [{ type: 'Updated', key: keyOf(object), object }];
      });
    },
    run: () => deltas.forEach((one) => store.next(one)),
  };
}

function filled({ storage, indices }: Kind): StoreSubject<KubeObject> {
  const store = indexedStore<KubeObject>(storage === undefined ? {} : { storage });
  for (let nth = 0; nth < indices; nth++) {
    const values = ({ metadata }: KubeObject): string[] => [`${metadata.labels?.['app'] ?? ''}-${nth}`];
    store.addIndexers({ [`index ${nth}`]: values });
  }
  const all = Array.from({ length: objects }, (_, index) => frozen(index, index + 1));
  store.next([{ type: 'ReplacedAll', objects: all, resourceVersion: String(objects) }]);
  return store;
}

function queue(): Step {
  const events = new Subject<ReflectorEvent<KubeObject>>();
  let received = 0;
  events.pipe(deltaFifo()).subscribe(() => (received += 1));
  const changed = everyPlace.map(
    (index) => ({ type: 'MODIFIED', object: frozen(index, index + objects) }) as const,
  );
  return { run: () => changed.forEach((event) => events.next(event)) };
}

function recognized(): Step {
  const known = new Map(
    everyPlace.map((index) => [keyOf(frozen(index, index + 1)), frozen(index, index + 1)]),
  );
  const recognizer = createKnownObjectReader(known);
  return {
    run: () =>
      items.forEach((item) => {
        if (typeof recognizer.read(item, 0, item.length) !== 'object') fail();
      }),
  };
}

function reads(): Step {
  const store = filled({ storage: compact(), indices: 0 });
  const keys = everyPlace.map((index) => keyOf(frozen(index, 1)));
  return { run: () => keys.forEach((key) => store.get(key) ?? fail()) };
}

type Steps = Readonly<Record<string, () => Step>>;

/** All measured functions by group and title. A function is created in the process that measures it. */
export const stepGroups: Readonly<Record<string, Steps>> = {
  'read from the bytes': {
    'JSON.parse of the whole frame': () => {
      const texts = frames.map(String);
      return { run: () => texts.forEach((text) => void JSON.parse(text)) };
    },
    'an event decoded': () => ({
      run: () => {
        for (const event of reader.read(bytes)) if (event?.type !== 'MODIFIED') fail();
      },
    }),
    'of it, managedFields found': () => ({
      run: () => frames.forEach((frame) => findManagedFields(frame, 0, frame.length, true) ?? fail()),
    }),
    'recognised as known': recognized,
  },
  prepared: {
    'strings interned': () => onFresh(internStrings),
    frozen: () => onFresh(deepFreeze),
    'key made': () => {
      const pods = parsed();
      return { run: () => pods.forEach(keyOf) };
    },
    'through the queue': queue,
  },
  kept: {
    'an update applied': () => updates({ indices: 0 }),
    'with 3 indices': () => updates({ indices: 3 }),
    compact: () => updates({ storage: compact(), indices: 0 }),
    'compact, one read': reads,
  },
};

/** All measured functions by title, without their groups. */
export const steps: Steps = Object.assign({}, ...Object.values(stepGroups)) as Steps;

function fail(): never {
  throw new Error('this step does not do the work that it measures');
}
