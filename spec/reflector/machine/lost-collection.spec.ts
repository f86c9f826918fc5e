import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { ConnectionError, type KubeError, StatusError } from '../../../src/objects/index.ts';
import { defaultBackoff } from '../../../src/reflector/machine/backoff.ts';
import {
  endRequest,
  planServedCheck,
  type RequestEnd,
} from '../../../src/reflector/machine/lost-collection.ts';
import {
  createReflectorState,
  listCompleted,
  nextRequest,
  type ReflectorState,
} from '../../../src/reflector/machine/reflector-state.ts';
import { error, outcomeOf, watching } from './request-outcomes.ts';

const forbidden = error(403, 'Forbidden');
const missing = error(404, 'NotFound');
const notServed = new StatusError({
  code: 404,
  reason: 'NotFound',
  causes: [{ reason: 'ResourceNotServed' }],
});
const policy = (onForbidden: 'keep' | 'clear' = 'clear') => ({
  backoff: defaultBackoff,
  random: () => 0,
  onForbidden,
});
const end = (
  state: ReflectorState,
  now: number,
  failure: KubeError | undefined,
  onForbidden?: 'keep' | 'clear',
): RequestEnd =>
  endRequest(
    state,
    outcomeOf(state, failure === undefined ? {} : { error: failure }),
    policy(onForbidden),
    now,
  );

describe('endRequest', () => {
  it('should lose the collection after 5 s of nothing but 403', () => {
    const state = watching();

    expect(end(state, 1_000, forbidden)).toMatchObject({ isLost: false, retry: { delay: 5_000 } });
    expect(end(state, 5_999, forbidden)).toMatchObject({ isLost: false, retry: { delay: 30_000 } });
    expect(end(state, 6_000, forbidden)).toMatchObject({ isLost: true, retry: { delay: 30_000 } });
    expect(state).toMatchObject({ hasObjects: false, next: 'list', resourceVersion: '', newest: '9' });
    expect(nextRequest(state)).toEqual({ kind: 'list', resourceVersion: '', unpaged: false });
  });

  it('should lose a collection once, and again only after a further list', () => {
    const state = watching();
    end(state, 0, forbidden);
    end(state, 5_000, forbidden);

    expect(end(state, 60_000, forbidden)).toMatchObject({ isLost: false, retry: { delay: 30_000 } });
    listCompleted(state, '12', 70_000);
    expect(end(state, 80_000, undefined).isLost).toBe(false);
    expect(end(state, 90_000, forbidden).isLost).toBe(false);
    expect(end(state, 95_000, forbidden).isLost).toBe(true);
  });

  it('should keep the objects after 403 by default, with the delays of the table', () => {
    const state = watching();
    const ends = [0, 30_000, 60_000].map((now) => end(state, now, forbidden, 'keep'));

    expect(ends.map(({ isLost, retry }) => [isLost, retry?.delay])).toEqual([
      [false, 30_000],
      [false, 30_000],
      [false, 30_000],
    ]);
  });

  it.each([
    ['401', error(401, 'Unauthorized')],
    ['403 without a Status', error(403)],
    ['403 in the stream of a watch', new StatusError({ code: 403, reason: 'Forbidden', inStream: true })],
    ['404 without a check of discovery', missing],
    ['500', error(500)],
    ['a broken connection', new ConnectionError('reset')],
  ])('should keep the objects after %s', (_, failure) => {
    const state = watching();

    expect([0, 5_000, 100_000].map((now) => end(state, now, failure).isLost)).toEqual([false, false, false]);
  });

  it.each([
    ['a success', undefined],
    ['a broken connection', new ConnectionError('reset')],
    ['the other refusal', missing],
  ])('should start to count again after %s', (_, between) => {
    const state = watching();
    end(state, 0, forbidden);
    end(state, 4_000, between);

    expect(end(state, 5_000, forbidden).isLost).toBe(false);
    expect(end(state, 10_000, forbidden).isLost).toBe(true);
  });

  it('should not lose the collection of a user with the right to watch only, after a refused probe', () => {
    const state = Object.assign(createReflectorState(true), { hasObjects: true, resourceVersion: '9' });
    end(state, 0, forbidden);
    state.next = 'probe';
    const probe = { plan: { kind: 'probe', resourceVersion: '' }, error: forbidden } as const;

    expect(endRequest(state, { ...outcomeOf(state), ...probe }, policy(), 6_000)).toEqual({
      retry: undefined,
      isLost: false,
    });
    expect(nextRequest(state).kind).toBe('stream');
    expect(end(state, 6_000, forbidden).isLost).toBe(true);
  });

  it('should ask soon again only after the first refused watch, if the user has no right to watch', () => {
    const state = watching();
    const delays = [0, 10_000, 20_000].map((now) => {
      const { retry } = end(state, now, forbidden);
      end(state, now + 5_000, undefined);
      state.next = 'watch';
      return retry?.delay;
    });

    expect(delays).toEqual([5_000, 30_000, 30_000]);
  });

  it('should not ask sooner before the first list', () => {
    expect(end(createReflectorState(false), 0, forbidden)).toMatchObject({ retry: { delay: 30_000 } });
  });

  it('should lose the collection if discovery confirms a 404 that has lasted for 5 s', () => {
    const state = watching();

    expect(end(state, 0, notServed).isLost).toBe(false);
    expect(end(state, 5_000, missing).isLost).toBe(false);
    expect(end(state, 6_000, notServed, 'keep')).toMatchObject({ isLost: true, retry: { delay: 400 } });
    expect(end(state, 7_000, notServed).isLost).toBe(false);
  });

  it('should agree with a model that keeps the whole history, for any refusals', () => {
    const step = fc.record({
      failure: fc.constantFrom(forbidden, missing, notServed, error(403), error(500), undefined),
      listed: fc.boolean(),
      wait: fc.integer({ min: 0, max: 6_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom('keep', 'clear'),
        (steps, onForbidden) => {
          const state = createReflectorState(false);
          const history: Answer[] = [];
          let now = 0;
          let hasObjects = false;
          for (const { failure, wait, listed } of steps) {
            now += wait;
            state.next = 'list';
            const isListed = listed && failure === undefined;
            if (isListed) listCompleted(state, '9', now);
            hasObjects ||= isListed;
            history.push({ now, failure });
            const { isLost } = end(state, now, failure, onForbidden);

            expect(isLost).toBe(hasObjects && isLostBy(history, onForbidden));
            if (isLost) hasObjects = false;
          }
        },
      ),
    );
  });
});

interface Answer {
  readonly now: number;
  readonly failure: KubeError | undefined;
}

/** Decides from all requests so far whether the last one shows the loss. */
function isLostBy(history: readonly Answer[], onForbidden: 'keep' | 'clear'): boolean {
  const kind = ({ failure }: Answer) => (failure === notServed ? missing : failure);
  const last = history.at(-1);
  if (last === undefined) return false;
  const confirms = last.failure === notServed || (last.failure === forbidden && onForbidden === 'clear');
  const before = history.findLastIndex((answer) => kind(answer) !== kind(last));
  const run = history.slice(before + 1);
  return confirms && last.now - Math.min(...run.map(({ now }) => now)) >= 5_000;
}

describe('planServedCheck', () => {
  it('should check once a 404 has lasted for 5 s, and then every 10 s', () => {
    const state = watching();
    end(state, 1_000, missing);
    const checks = [1_000, 5_999, 6_000, 7_000, 15_999, 16_000, 17_000].map((now) =>
      planServedCheck(state, now),
    );

    expect(checks).toEqual([false, false, true, false, false, true, false]);
  });

  it.each([
    ['the refusal is 403', watching(), forbidden],
    ['no list was emitted', createReflectorState(false), missing],
    ['the last request did not fail', watching(), undefined],
  ])('should not check if %s', (_, state, failure) => {
    end(state, 0, failure);

    expect(planServedCheck(state, 100_000)).toBe(false);
  });
});
