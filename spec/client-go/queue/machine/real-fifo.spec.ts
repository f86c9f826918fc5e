/**
 * Compares RealFIFO with a slow and simple reference implementation. The reference keeps an array and searches it, as
 * client-go does.
 */
import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import type { RealDelta } from 'rx-informer/client-go';
import { RealFifo } from '../../../../src/client-go/queue/machine/real-fifo.ts';
import { brief } from '../../../queue/events.ts';
import { fc } from '../../../support/properties.ts';
import { thing } from '../../../support/things.ts';

const keys = ['a', 'b', 'c', 'x/a'];
const aText = fc
  .tuple(fc.constantFrom(...keys), fc.integer({ min: 1, max: 99 }))
  .map(([key, version]) => `${key}@${version}`);

type Command =
  | { readonly op: 'ADDED' | 'MODIFIED' | 'DELETED' | 'tombstone'; readonly text: string }
  | { readonly op: 'list'; readonly texts: readonly string[] }
  | { readonly op: 'resync' | 'bookmark' }
  | { readonly op: 'take'; readonly most: number };

const aCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ op: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'tombstone'), text: aText }),
  fc.record({
    op: fc.constant('list'),
    texts: fc.uniqueArray(aText, { maxLength: 5, selector: (text) => text.split('@')[0] }),
  }),
  fc.record({ op: fc.constantFrom('resync', 'bookmark') }),
  fc.record({ op: fc.constant('take'), most: fc.integer({ min: 1, max: 4 }) }),
);

const keyIn = (text: string): string => text.replace(/@.*/, '');

class Naive {
  items: RealDelta<KubeObject>[] = [];
  #populated = false;
  #initial = 0;
  readonly #known: ReadonlyMap<string, KubeObject> | undefined;

  constructor(known: ReadonlyMap<string, KubeObject> | undefined) {
    this.#known = known;
  }

  get hasSynced(): boolean {
    return this.#populated && this.#initial === 0;
  }

  run(command: Command): string | undefined {
    switch (command.op) {
      case 'take':
        return this.#take(command.most);
      case 'list': {
        this.#replace(command.texts);
        return;
      }
      case 'resync': {
        this.#resync();
        return;
      }
      case 'bookmark':
        if (this.#known === undefined) this.items.push({ type: 'Bookmark', resourceVersion: '9' });
        return undefined;
      default:
        this.#populated = true;
        this.items.push(deltaOf(command.op, command.text));
        return undefined;
    }
  }

  #keys(): (string | undefined)[] {
    return this.items.map((delta) => ('key' in delta ? delta.key : undefined));
  }

  #replace(texts: readonly string[]): undefined {
    const list = texts.map(thing);
    if (this.#known === undefined) {
      this.items.push({ type: 'ReplacedAll', objects: list, resourceVersion: '9' });
    } else {
      const queued = this.#keys();
      const gone = [...new Set(queued), ...[...this.#known.keys()].filter((key) => !queued.includes(key))];
      for (const key of gone) {
        if (key === undefined || texts.map(keyIn).includes(key)) continue;
        const last = this.items.findLast((delta) => 'key' in delta && delta.key === key);
        if (last?.type === 'Deleted') continue;
        const object = last !== undefined && 'object' in last ? last.object : this.#known.get(key);
        this.items.push({ type: 'Deleted', key, object, finalStateKnown: false });
      }
      for (const [at, object] of list.entries()) {
        this.items.push({ type: 'Replaced', key: keyIn(texts[at] ?? ''), object });
      }
    }
    if (!this.#populated) this.#initial = this.items.length;
    this.#populated = true;
    return undefined;
  }

  #resync(): undefined {
    if (this.#known === undefined) this.items.push({ type: 'SyncAll' });
    for (const [key, object] of this.#known ?? []) {
      if (!this.#keys().includes(key)) this.items.push({ type: 'Sync', key, object });
    }
    return undefined;
  }

  #take(most: number): string | undefined {
    const isInInitialList = !this.hasSynced;
    let count = this.items.length > 0 ? 1 : 0;
    while (count > 0 && count < most && count < this.items.length) {
      const keysBefore = this.#keys().slice(0, count);
      const next = this.#keys()[count];
      if (keysBefore.includes(undefined) || next === undefined || keysBefore.includes(next)) break;
      if (this.#initial > 0 && count >= this.#initial) break;
      count += 1;
    }
    const taken = this.items.splice(0, count);
    this.#initial = Math.max(0, this.#initial - count);
    return count === 0 ? undefined : `${brief(taken)} ${isInInitialList}`;
  }
}

function deltaOf(op: 'ADDED' | 'MODIFIED' | 'DELETED' | 'tombstone', text: string): RealDelta<KubeObject> {
  const [key, object] = [keyIn(text), thing(text)];
  if (op === 'tombstone') return { type: 'Deleted', key, object, finalStateKnown: false };
  if (op === 'DELETED') return { type: 'Deleted', key, object, finalStateKnown: true };
  return { type: op === 'ADDED' ? 'Added' : 'Updated', key, object };
}

function run(fifo: RealFifo<KubeObject>, command: Command): string | undefined {
  switch (command.op) {
    case 'take': {
      const taken = fifo.take(command.most);
      fifo.processed();
      return taken && `${brief(taken)} ${taken.isInInitialList}`;
    }
    case 'list':
      fifo.write({ type: 'REPLACED', items: command.texts.map(thing), resourceVersion: '9' });
      return undefined;
    case 'resync':
      fifo.write({ type: 'RESYNC' });
      return undefined;
    case 'bookmark':
      fifo.write({ type: 'BOOKMARK', resourceVersion: '9' });
      return undefined;
    case 'tombstone':
      fifo.deleteTombstone(keyIn(command.text), thing(command.text));
      return undefined;
    default:
      fifo.write({ type: command.op, object: thing(command.text) });
      return undefined;
  }
}

describe('RealFifo', () => {
  it.each(['atomic', 'by key'])('should behave like an array, %s (B91–B105)', (form) => {
    const known =
      form === 'atomic' ? undefined : new Map(['a@1', 'k@2'].map((text) => [keyIn(text), thing(text)]));
    fc.assert(
      fc.property(fc.array(aCommand, { maxLength: 40 }), (commands) => {
        const fifo = new RealFifo<KubeObject>({
          knownObjects: known && { listKeys: () => [...known.keys()], get: (key) => known.get(key) },
          emitsBookmarks: known === undefined,
          onError: (error) => {
            throw error;
          },
        });
        const naive = new Naive(known);
        for (const command of commands) {
          expect(run(fifo, command)).toEqual(naive.run(command));
          expect([fifo.length, fifo.hasSynced]).toEqual([naive.items.length, naive.hasSynced]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([true, false])(
    'should not count a bookmark that is queued or popped as an object that a list lacks',
    (waits) => {
      const fifo = new RealFifo<KubeObject>({
        knownObjects: { listKeys: () => ['lost'], get: () => undefined },
        emitsBookmarks: true,
        onError: (error) => {
          throw error;
        },
      });
      fifo.write({ type: 'BOOKMARK', resourceVersion: '8' });
      if (!waits) fifo.take();
      fifo.write({ type: 'RESYNC' });
      fifo.write({ type: 'REPLACED', items: [thing('a@1')], resourceVersion: '9' });

      expect(brief([...(fifo.take() ?? []), ...(fifo.take(9) ?? [])])).toBe(
        `${waits ? 'Bookmark 8, ' : ''}Deleted? lost, Replaced a@1`,
      );
    },
  );
});

describe('RealFifo, after a DELETED event without a known final state', () => {
  it('should queue a tombstone of the known state, unless the event is newer', () => {
    const known = thing('c@7');
    const fifo = new RealFifo<KubeObject>({
      knownObjects: { listKeys: () => ['c'], get: (key) => (key === 'c' ? known : undefined) },
      onError: (error) => {
        throw error;
      },
    });
    for (const text of ['c@6', 'c@8', 'x@1'])
      fifo.write({ type: 'DELETED', object: thing(text), finalStateKnown: false });

    expect([fifo.take(1), fifo.take(1), fifo.take(1)].map(brief)).toEqual([
      'Deleted? c@7',
      'Deleted? x',
      undefined,
    ]);
  });
});
