import { byLabel, type Delta, indexedStore, type KubeObject } from 'rx-informer';
import { fc } from '../support/properties.ts';
import { endAlike, Sequence } from './common-order.ts';
import { Mirror } from './mirror.ts';
import { aWrite, colors } from './plans.ts';
import type { Write } from './step.ts';
import { allInWords, colorIn, type Event, keyIn, objectOf, VirtualServer } from './virtual-server.ts';

/**
 * An operation on a store. `observe`: the store gets a watch event. `miss`: the server changes, and the store gets no
 * event. After the operation `answer`, the first listener reacts to each change of another object: the listener writes
 * the object `answer` on the server, and the store gets the watch event. At that time, the store is still calling the
 * listener.
 */
export type StoreStep =
  | { readonly does: 'observe' | 'miss'; readonly write: Write }
  | { readonly does: 'list' | 'repeat' | 'listen' | 'index' | 'answer' };

export const storeSteps: fc.Arbitrary<readonly StoreStep[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ does: fc.constantFrom('observe', 'observe', 'miss'), write: aWrite }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constantFrom('list', 'repeat', 'listen', 'index', 'answer') }),
    },
  ),
  { maxLength: 130, size: 'max' },
);

export const sayStoreStep = (step: StoreStep): string =>
  'write' in step ? `${step.does} of ${step.write.op} ${step.write.key} (${step.write.color})` : step.does;

/**
 * The write that the first listener makes while the store calls this listener. Only this write changes the object
 * `answer`.
 */
const answer: Write = { op: 'put', key: 'answer', color: 'red' };

const types = { ADDED: 'Added', MODIFIED: 'Updated', DELETED: 'Deleted' } as const;

/**
 * After each operation, compares three things with the virtual server: the objects of the store, its index, and the
 * objects that each listener knows.
 */
export function storeBreaches(steps: readonly StoreStep[]): readonly string[] {
  const breaches: string[] = [];
  const server = new VirtualServer();
  const store = indexedStore<KubeObject, string>();
  const mirrors: Mirror[] = [];
  const sequences: Sequence[] = [];
  const state = { isIndexed: false as boolean, hasMissed: false as boolean, answers: false as boolean };
  const breach = (guarantee: string, what: string): void => void breaches.push(`${guarantee}: ${what}`);
  const subject = () => ({ list: () => store.list(), get: (key: string) => store.get(key) });
  const listen = (): Sequence => {
    const mirror = new Mirror({ server, subject, breach }, 'whole');
    const sequence = new Sequence('whole', store.size);
    const isFirst = mirrors.push(mirror) === 1;
    sequences.push(sequence);
    store.batches$.subscribe((batch) =>
      batch.forEach((change) => {
        mirror.receive(change);
        sequence.receive(change);
        if (isFirst && state.answers && !state.hasMissed && change.key !== answer.key) record(answer);
      }),
    );
    return sequence;
  };
  const apply = (event: Event): void => {
    const object = frozen(objectOf(event.state));
    store.next([{ type: types[event.type], key: keyIn(object), object }]);
  };
  const record = (write: Write): void => {
    const from = server.log.length;
    server.write(write);
    server.log.slice(from).forEach(apply);
  };
  const list = (): void => {
    const objects = server.objects.map((one) => frozen(objectOf(one)));
    const delta: Delta<KubeObject> = { type: 'ReplacedAll', objects, resourceVersion: `${server.version}` };
    store.next([delta]);
    state.hasMissed = false;
  };
  const take = (step: StoreStep): void => {
    switch (step.does) {
      case 'observe':
      case 'miss':
        if (step.does === 'observe' && !state.hasMissed) record(step.write);
        else {
          server.write(step.write);
          state.hasMissed = true;
        }
        return;
      case 'list':
        list();
        return;
      case 'repeat': {
        const last = server.log.at(-1);
        if (last !== undefined && !state.hasMissed) apply(last);
        return;
      }
      case 'listen':
        if (mirrors.length < 4) listen();
        return;
      case 'index':
        if (!state.isIndexed) store.addIndexers({ color: byLabel('color') });
        state.isIndexed = true;
        return;
      case 'answer':
        state.answers = true;
    }
  };

  const first = listen();
  for (const step of [...steps, { does: 'list' } as const]) {
    take(step);
    const content = allInWords(store.list());
    if (!state.hasMissed && content !== (server.contents.get(server.version) ?? ''))
      breach('G1', `${sayStoreStep(step)}: the store has ${content}`);
    for (const mirror of mirrors) {
      if (mirror.inWords() !== content) breach('G12', `a listener has ${mirror.inWords()}, not ${content}`);
    }
    for (const other of sequences) {
      if (endAlike(first, other)) continue;
      const seen = [first, other].map(({ seen }) => `one subscriber received ${seen.join(', ')}`);
      breach('G16', `the subscribers received different orders: ${seen.join('; ')}`);
    }
    for (const color of state.isIndexed ? colors : []) {
      const expected = allInWords(store.list().filter((object) => colorIn(object) === color));
      const found = allInWords(store.byIndex('color', color));
      if (found !== expected) breach('G9', `the index of ${color} has ${found}, not ${expected}`);
    }
    if (breaches.length > 0) return breaches;
  }
  return breaches;
}

function frozen(object: KubeObject): KubeObject {
  Object.freeze(object.metadata.labels);
  Object.freeze(object.metadata);
  return Object.freeze(object);
}
