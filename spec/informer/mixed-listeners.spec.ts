import { describe, expect, it } from '@jest/globals';
import { mergeAll, type Observable, Subject, timer } from 'rxjs';
import {
  type Change,
  informer,
  type KubeObject,
  type ReflectorEvent,
  type ResourceEventHandler,
} from 'rx-informer';
import { sharedIndexInformer } from 'rx-informer/client-go';
import { marbles } from '../support/marbles.ts';
import { fc } from '../support/properties.ts';
import { textOf, thing } from '../support/things.ts';

const kinds = ['plain', 'metrics', 'conflate', 'resync', 'raw', 'handler', 'gauged handler'] as const;
type Kind = (typeof kinds)[number];

const acts = ['write', 'delete', 'list', 'come'] as const;
const act = fc.record({
  what: fc.constantFrom(...acts),
  number: fc.nat(40),
  kind: fc.constantFrom(...kinds),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/**
 * Returns the final objects of each subscriber of one informer, and of the informer's store. Some subscribers cause
 * further actions within a callback.
 */
function play(tasks: readonly (readonly Act[])[], answers: readonly Act[]) {
  const known: Map<string, string>[] = [];
  const faults: string[] = [];
  let held: readonly string[] = [];
  marbles().run(({ flush }) => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer(events);
    const shared = sharedIndexInformer(things);
    shared.run();
    const unanswered = [...answers];
    let version = 0;
    const next = (at: number): KubeObject => thing(`w${at}@${(version += 1)}`);

    const come = (kind: Kind): void => {
      const mine = new Map<string, string>();
      known.push(mine);
      const learn = (object: KubeObject, old?: KubeObject): void => {
        const { name } = object.metadata;
        if (kind !== 'conflate' && mine.get(name) !== (old && textOf(old)))
          faults.push(`${kind}: ${name} twice or never`);
        mine.set(name, textOf(object));
        const answer = unanswered.shift();
        if (answer !== undefined) perform(answer);
      };
      const forget = ({ metadata }: KubeObject): void => {
        if (!mine.delete(metadata.name)) faults.push(`${kind}: ${metadata.name} deleted unknown`);
      };
      const listen = (changes$: Observable<Change<KubeObject>>): void => {
        changes$.subscribe((one) => {
          if (one.type === 'deleted') forget(one.object);
          else learn(one.object, one.type === 'updated' ? one.old : undefined);
        });
      };
      const handler: ResourceEventHandler<KubeObject> = {
        onAdd: (object) => {
          learn(object);
        },
        onUpdate: (old, object) => {
          learn(object, old);
        },
        onDelete: forget,
        onError: ({ message }) => {
          faults.push(message);
        },
      };
      const seats: Record<Kind, () => unknown> = {
        plain: () => listen(things.changes()),
        metrics: () => listen(things.changes({ metrics: {} })),
        conflate: () => listen(things.changes({ buffer: 'conflate' })),
        resync: () => listen(things.changes({ resyncPeriod: 1_000_000 })),
        raw: () => listen(things.store.batches$.pipe(mergeAll())),
        handler: () => shared.addEventHandler(handler),
        'gauged handler': () => shared.addEventHandler(handler, { metrics: {} }),
      };
      seats[kind]();
    };
    const perform = ({ what, number, kind }: Act): void => {
      if (what === 'come') come(kind);
      if (what === 'delete') events.next({ type: 'DELETED', object: next(number % 3) });
      if (what === 'write')
        for (let at = 0; at <= number; at++) events.next({ type: 'MODIFIED', object: next(at % 3) });
      if (what === 'list') {
        const items = Array.from({ length: number }, (_, at) => next(at));
        events.next({ type: 'REPLACED', items, resourceVersion: `${version}` });
      }
    };

    tasks.forEach((task, at) => {
      timer(at).subscribe(() => {
        task.forEach(perform);
      });
    });
    timer(tasks.length + 5).subscribe(() => {
      held = things.store.list().map(textOf);
      events.complete();
    });
    flush();
  });
  return { known, held, faults };
}

describe('subscribers of different kinds of one informer', () => {
  it('should all end with the state of the store, with each change emitted once and in order (G12, G16)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(act, { maxLength: 6 }), { maxLength: 8 }),
        fc.array(act, { maxLength: 8 }),
        (tasks, answers) => {
          const { known, held, faults } = play(tasks, answers);
          expect(faults).toEqual([]);
          for (const one of known) expect([...one.values()].sort()).toEqual([...held].sort());
        },
      ),
      { numRuns: 150 },
    );
  });
});
