import { describe, expect, it } from '@jest/globals';
import { asyncScheduler, config, NEVER, Subject, Subscription, timer } from 'rxjs';
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

/** How a subscriber reacts to a change. The version of the change selects the reaction. */
type Manner =
  | 'nothing'
  | 'throw'
  | 'wait'
  | 'be stuck'
  | 'leave'
  | 'send another away'
  | 'bring another'
  | 'write'
  | 'end';

/** The actions that happen in one task, and the ms since the previous task. */
interface Task {
  readonly after: number;
  readonly acts: readonly {
    readonly what: 'write' | 'delete' | 'list' | 'come' | 'go' | 'look';
    readonly number: number;
  }[];
}

interface Story {
  readonly tasks: readonly Task[];
  readonly manners: readonly (readonly Manner[])[];
  readonly end: 'complete' | 'error' | 'never';
}

/** A registered subscriber. `look` returns the metrics of its buffer. */
interface Seat {
  readonly go: () => void;
  readonly look: () => unknown;
}

type Listen = (handle: (text: string, version: string) => unknown, ends: (how: string) => void) => Seat;
interface Notification {
  readonly listen: Listen;
  readonly held: () => readonly string[];
  readonly stop: () => void;
}

type Face = (events: Subject<ReflectorEvent<KubeObject>>, options: object) => Notification;

const changes: Face = (events, options) => {
  const things = informer(events);
  const text = (change: Change<KubeObject>): string =>
    `${change.type} ${textOf(change.object)} ${change.cause} ${change.type === 'updated' ? textOf(change.old) : ''}`;
  const listen: Listen = (handle, ends) => {
    const own = new Subscription();
    own.add(
      things.changes(options).subscribe({
        next: (change) => void handle(text(change), change.object.metadata.resourceVersion),
        error: () => ends('error'),
        complete: () => ends('complete'),
      }),
    );
    return { go: () => own.unsubscribe(), look: () => things.store.size };
  };
  return { listen, held: () => things.store.list().map(textOf), stop: () => undefined };
};

const shared: Face = (events, options) => {
  const things = sharedIndexInformer(events, { resyncPeriod: 7 });
  const running = things.run();
  const listen: Listen = (handle, ends) => {
    const versionOf = ({ metadata }: KubeObject): string => metadata.resourceVersion;
    const handler: ResourceEventHandler<KubeObject> = {
      onAdd: (object, isFirst) => handle(`added ${textOf(object)} ${isFirst}`, versionOf(object)),
      onUpdate: (old, object) => handle(`updated ${textOf(old)} ${textOf(object)}`, versionOf(object)),
      onDelete: (object, isKnown) => handle(`deleted ${textOf(object)} ${isKnown}`, versionOf(object)),
      onError: ({ key }) => ends(`threw at ${key}`),
    };
    if (things.isStopped()) return { go: () => undefined, look: () => 'stopped' };
    const registration = things.addEventHandler(handler, options);
    registration.synced$.subscribe({ next: () => ends('synced'), complete: () => ends('no more to sync') });
    return {
      go: () => things.removeEventHandler(registration),
      look: () => [registration.metrics, registration.hasSynced()],
    };
  };
  return { listen, held: () => things.getStore().list().map(textOf), stop: () => running.unsubscribe() };
};

/** Returns the calls that each subscriber received, with their times in virtual time. */
function play(face: Face, options: object, { tasks, manners, end }: Story): readonly (readonly string[])[] {
  const received: string[][] = manners.map(() => []);
  const unhandled: string[] = [];
  config.onUnhandledError = (error) => void unhandled.push(String(error));
  marbles().run(({ flush }) => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const { listen, held, stop } = face(events, options);
    const seats = new Map<number, Seat>();
    const coming = new Set<number>();
    let version = 0;
    const next = (): string => `${(version += 1)}`;
    const finish = (): void => (end === 'error' ? events.error(new Error('it ends')) : events.complete());

    const goes = (number: number): void => {
      received[number]?.push('gone');
      seats.get(number)?.go();
    };
    const come = (number: number): void => {
      const [mine, manner] = [received[number], manners[number]];
      if (mine === undefined || manner === undefined || coming.has(number)) return;
      coming.add(number);
      const say = (what: string): void => void mine.push(`${asyncScheduler.now()} ${what}`);
      const behave: Record<Manner, () => unknown> = {
        nothing: () => undefined,
        throw: () => {
          if (face === shared) throw new Error('it throws');
        },
        wait: () => timer(2.013),
        'be stuck': () => NEVER,
        leave: () => goes(number),
        'send another away': () => goes(number + 1),
        'bring another': () => come(number + 1),
        write: () => {
          if (version < 300) acts.write(0);
        },
        end: finish,
      };
      seats.set(
        number,
        listen((text, at) => {
          say(text);
          return behave[manner[Number(at) % manner.length] ?? 'nothing']();
        }, say),
      );
    };
    const acts: Record<Task['acts'][number]['what'], (number: number) => void> = {
      write: (number) => {
        for (let count = 0; count <= number; count++)
          events.next({ type: 'MODIFIED', object: thing(`w${number % 3}@${next()}`) });
      },
      delete: (number) => events.next({ type: 'DELETED', object: thing(`w${number % 3}@${next()}`) }),
      list: (number) =>
        events.next({
          type: 'REPLACED',
          items: Array.from({ length: number }, (_, at) => thing(`w${at}@${next()}`)),
          resourceVersion: next(),
        }),
      come: (number) => come(number % manners.length),
      go: (number) => goes(number % manners.length),
      look: (number) => {
        const at = number % manners.length;
        received[at]?.push(JSON.stringify(seats.get(at)?.look() ?? 'nobody'));
      },
    };

    // The factor 1.017 keeps the actions away from the times of a resync. A TestScheduler fails if an asap callback
    // clears an interval that is due.
    let at = 0;
    for (const task of tasks) {
      at += task.after * 1.017;
      timer(at).subscribe(() => {
        for (const { what, number } of task.acts) acts[what](number);
      });
    }
    timer(at + 20).subscribe(() => {
      for (const mine of received) mine.push(...held().map((text) => `held ${text}`));
      if (end !== 'never') finish();
      for (const { go } of seats.values()) go();
      stop();
    });
    flush();
  });
  config.onUnhandledError = null;
  return [...received, unhandled];
}

const story = (...manners: readonly Manner[]): fc.Arbitrary<Story> =>
  fc.record({
    tasks: fc.array(
      fc.record({
        after: fc.nat(3),
        acts: fc.array(
          fc.record({
            what: fc.constantFrom('write', 'write', 'delete', 'list', 'come', 'come', 'go', 'look'),
            number: fc.oneof(fc.nat(6), fc.constant(40)),
          }),
          { maxLength: 6 },
        ),
      }),
      { maxLength: 12 },
    ),
    manners: fc.array(
      fc.array(
        fc.oneof({ arbitrary: fc.constant('nothing' as const), weight: 3 }, fc.constantFrom(...manners)),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      { minLength: 1, maxLength: 5 },
    ),
    end: fc.constantFrom('complete', 'error', 'never'),
  });

describe.each([
  ['changes()', changes],
  ['addEventHandler()', shared],
])('a listener of %s', (_name, face) => {
  it.each([
    ['plain', {}],
    ['with a metrics', { metrics: {} }],
    ['conflating', { buffer: 'conflate' }],
  ])(
    'should be notified at the same times, for any behaviour of the others: %s (G13, G15, B158, B174)',
    (_, options) => {
      fc.assert(
        fc.property(story('leave', 'throw', 'wait', 'be stuck'), (one) => {
          const together = play(face, options, one);
          one.manners.forEach((own, at) => {
            const manners = one.manners.map((_manner, other): readonly Manner[] =>
              other === at ? own : ['nothing'],
            );
            expect(play(face, options, { ...one, manners })[at]).toEqual(together[at]);
          });
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('a subscriber that joins during a notification', () => {
  it('should receive the object once, as a replay (G12, G16)', () => {
    const texts: string[] = [];
    marbles().run(({ flush }) => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = informer(events);
      const come = (): void =>
        void things.changes().subscribe(({ type, object, cause }) => {
          texts.push(`${type} ${textOf(object)} ${cause}`);
        });
      things.store.batches$.subscribe({ next: come });
      events.next({ type: 'ADDED', object: thing('a@1') });
      flush();
    });

    expect(texts).toEqual(['added a@1 replay']);
  });
});

describe('a subscriber that writes during its notification', () => {
  it('should leave all subscribers with the state of the store, with no state skipped or repeated (G12, G16)', () => {
    fc.assert(
      fc.property(story('bring another', 'write', 'send another away'), ({ tasks, manners }) => {
        for (const lines of play(changes, {}, { tasks, manners, end: 'never' })) {
          const known = new Map<string, string>();
          const held = lines.filter((text) => text.startsWith('held ')).map((text) => text.slice(5));
          const own = lines.filter((text) => / (added|updated|deleted) /.test(text));
          for (const text of own) {
            const [, type = '', object = '', , old = ''] = text.split(' ');
            const key = object.slice(0, object.indexOf('@'));
            if (type === 'added') expect(known.has(key)).toBe(false);
            if (type === 'updated') expect(known.get(key)).toBe(old);
            if (type === 'deleted') expect(known.delete(key)).toBe(true);
            else known.set(key, object);
          }
          if (lines.includes('gone')) continue;
          if (own.length > 0) expect([...known.values()].sort()).toEqual([...held].sort());
        }
      }),
      { numRuns: 200 },
    );
  });
});
