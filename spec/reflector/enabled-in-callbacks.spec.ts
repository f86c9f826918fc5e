import { describe, expect, it } from '@jest/globals';
import { BehaviorSubject, concat, defer, NEVER, of, timer } from 'rxjs';
import type { ReflectOptions, ReflectorStatus } from 'rx-informer';
import { added, at, bookmark, page, play } from './scenario.ts';

const a = at('a', '8');
const b = at('b', '10');
const end = { ...bookmark('9'), initialEventsEnd: true } as const;

/** Returns an `enabled` Observable. `disable` sets it to false once; 20 ms later, it is true again. */
function disabledOnce(): { readonly enabled: BehaviorSubject<boolean>; readonly disable: () => void } {
  const enabled = new BehaviorSubject(true);
  let isDisabled = false;
  const disable = (): void => {
    if (isDisabled) return;
    isDisabled = true;
    enabled.next(false);
    timer(20).subscribe(() => enabled.next(true));
  };
  return { enabled, disable };
}

describe('a reflector that a callback disables', () => {
  it('should not lose the streamed list if it is disabled by the status at the end of that list (G2)', () => {
    const { events, requests } = play(({ cold }) => {
      const { enabled, disable } = disabledOnce();
      const next = ({ phase }: ReflectorStatus): void => {
        if (phase === 'watching') disable();
      };
      const stream = concat(cold('ae', { a: added(a), e: end }), NEVER);
      return {
        watch: [stream, stream, NEVER],
        options: { streamingList: 'auto', enabled, status: { next } },
        for: 100,
      };
    });

    expect(requests).toEqual([
      '0 watch sendInitialEvents=true',
      '21 watch resourceVersion=9&sendInitialEvents=true',
    ]);
    expect(events).toEqual(['22 REPLACED 9: a']);
  });

  it.each(['never', 'auto'] as const)(
    'should send no request when an observer of the status disables it before the list (streamed: %s)',
    (streamingList) => {
      const sent: string[] = [];
      const opened = (verb: string) =>
        defer(() => {
          sent.push(verb);
          return NEVER;
        });
      play(() => {
        const enabled = new BehaviorSubject(true);
        const next = ({ phase }: ReflectorStatus): void => {
          if (phase === 'listing') enabled.next(false);
        };
        return {
          list: [opened('list')],
          watch: [opened('watch')],
          options: { streamingList, enabled, status: { next } },
          for: 100,
        };
      });

      expect(sent).toEqual([]);
    },
  );

  it.each<[string, (disable: () => void) => ReflectOptions]>([
    [
      'the transform of its object',
      (disable) => ({
        transform: (object) => {
          if (object.metadata.name === 'b') disable();
          return object;
        },
      }),
    ],
    [
      'the status of its incident',
      (disable) => ({
        transform: (object) => {
          if (object.metadata.name === 'b') throw new Error('no');
          return object;
        },
        status: {
          next: (status) => {
            if ('incident' in status) disable();
          },
        },
      }),
    ],
  ])('should not lose an event in %s (G2)', (_what, optionsOf) => {
    const { events, requests } = play(({ cold }) => {
      const { enabled, disable } = disabledOnce();
      return {
        list: [of(page('9', a)), of(page('10', a, b))],
        watch: [concat(cold('-b', { b: added(b) }), NEVER), NEVER],
        options: { enabled, ...optionsOf(disable) },
        for: 100,
      };
    });

    expect(requests.slice(2)).toEqual([
      '21 list resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=500',
      '21 watch resourceVersion=10',
    ]);
    expect(events).toEqual(['0 REPLACED 9: a', '21 REPLACED 10: a b']);
  });
});

describe('a reflector that a callback enables', () => {
  it('should send its requests when the callback of the status `stopped` enables it (G16)', () => {
    const { events, requests } = play(({ cold }) => {
      const enabled = new BehaviorSubject(true);
      const next = (status: ReflectorStatus): void => {
        if (status.phase === 'stopped' && status.disabled === true) enabled.next(true);
      };
      cold('5ms (c|)').subscribe(() => enabled.next(false));
      return {
        list: [of(page('9', a))],
        watch: [NEVER, concat(cold('-b', { b: added(b) }), NEVER)],
        options: { enabled, status: { next } },
        for: 100,
      };
    });

    expect(requests.slice(1)).toEqual(['0 watch resourceVersion=9', '5 watch resourceVersion=9']);
    expect(events).toEqual(['0 REPLACED 9: a', '6 ADDED b@10']);
  });
});
