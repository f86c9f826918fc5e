import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { ConnectionError, type FailureClass, KubeError, StatusError } from '../../../src/objects/index.ts';
import { defaultBackoff } from '../../../src/reflector/machine/backoff.ts';
import { decide, type RequestOutcome } from '../../../src/reflector/machine/decide.ts';
import {
  createReflectorState,
  nextRequest,
  listCompleted,
} from '../../../src/reflector/machine/reflector-state.ts';
import { outcomeOf, error, watching } from './request-outcomes.ts';

const timing = { backoff: defaultBackoff, random: () => 0 };

describe('decide', () => {
  /** Each test case is one row of the decision table for watches. */
  it.each<
    [
      string,
      Partial<RequestOutcome>,
      number | undefined,
      FailureClass | undefined,
      'list' | 'watch' | 'probe',
    ]
  >([
    ['EOF of a watch that lived', { lived: 5_000 }, undefined, undefined, 'probe'],
    ['EOF of a shorter watch', { lived: 4_999 }, 800, 'transient', 'probe'],
    ['EOF within 5 s after frames', { lived: 4_999, frames: 3 }, 800, 'transient', 'probe'],
    ['EOF of a watch that lived, after frames', { lived: 5_000, frames: 3 }, undefined, undefined, 'watch'],
    ['an abort by the reflector of an idle watch', { lived: 90_000, idle: true }, 0, 'transient', 'probe'],
    [
      'reset of a watch that lived',
      { lived: 5_000, error: new ConnectionError('reset') },
      0,
      'transient',
      'probe',
    ],
    [
      'reset of a shorter watch',
      { lived: 10, error: new ConnectionError('reset') },
      800,
      'transient',
      'probe',
    ],
    ['410', { error: error(410) }, 800, 'expired', 'list'],
    ['410 by its reason alone', { error: error(0, 'Expired') }, 800, 'expired', 'list'],
    ['429', { error: error(429) }, 800, 'throttled', 'watch'],
    ['503', { error: error(503) }, 800, 'throttled', 'probe'],
    ['500', { error: error(500) }, 800, 'transient', 'probe'],
    [
      '500 of an object that cannot be read',
      { error: error(500, 'StorageReadError') },
      800,
      'transient',
      'list',
    ],
    ['502', { error: error(502) }, 800, 'transient', 'probe'],
    ['504', { error: error(504) }, 800, 'transient', 'probe'],
    ['302', { error: error(302) }, 0, 'unauthorized', 'probe'],
    ['408', { error: error(408) }, 800, 'transient', 'probe'],
    ['409', { error: error(409) }, 800, 'transient', 'probe'],
    ['418', { error: error(418) }, 800, 'transient', 'probe'],
    ['401', { error: error(401) }, 0, 'unauthorized', 'probe'],
    ['403', { error: error(403) }, 30_000, 'forbidden', 'probe'],
    ['404', { error: error(404) }, 400, 'notFound', 'list'],
    ['400', { error: error(400) }, 30_000, 'fatal', 'probe'],
    ['422', { error: error(422) }, 30_000, 'fatal', 'probe'],
  ])('should follow the table on %s (G18)', (_, outcome, delay, failure, plan) => {
    const state = watching();

    const wait = decide(state, outcomeOf(state, outcome), timing);

    expect(wait?.delay).toBe(delay);
    expect(wait?.failure).toBe(failure);
    expect(state.next).toBe(plan);
    expect(state.resourceVersion).toBe('9');
  });

  it('should not count a watch as healthy when the server refused it late', () => {
    const state = watching();
    const late = [error(502), error(401), error(410), new ConnectionError('ETIMEDOUT', { answered: false })];
    const delays = [...late, ...late].map((cause) => {
      const wait = decide(state, outcomeOf(state, { lived: 30_000, error: cause }), timing);
      listCompleted(state, '9', 0);
      return wait?.delay;
    });

    expect(delays).toEqual([800, 0, 800, 1_600, 3_200, 5_000, 1_600, 6_400]);
  });

  it('should count a streamed list that became a watch as a healthy watch, however it ends (G17)', () => {
    const state = watching();
    const plan = { kind: 'stream', resourceVersion: '9' } as const;
    const attempts = [1, 2, 3].map(
      () =>
        decide(state, outcomeOf(state, { plan, synced: true, lived: 600_000, error: error(410) }), timing)
          ?.attempt,
    );

    expect(attempts).toEqual([1, 1, 1]);
  });

  it.each([410, 401, 429, 500])(
    'should count a watch without frames that was open for long as healthy, even if it ends in %i',
    (code) => {
      const state = watching();
      const attempts = [5_000, 600_000, 10].map((lived) => {
        const failure = new StatusError({ code, inStream: true });
        const wait = decide(state, outcomeOf(state, { lived, error: failure }), timing);
        listCompleted(state, '9', 0);
        return wait?.attempt;
      });

      expect(attempts).toEqual([1, 1, 2]);
    },
  );

  it('should relist after five transient failures of watches in a row, with other failures in between', () => {
    const state = watching();
    for (let n = 0; n < 4; n++) decide(state, outcomeOf(state, { error: error(429) }), timing);
    for (let n = 0; n < 4; n++) decide(state, outcomeOf(state, { error: error(500) }), timing);
    expect(state.next).toBe('probe');

    decide(state, outcomeOf(state, { error: error(500) }), timing);
    expect(state.next).toBe('list');
  });

  it('should not count an unsupported streamed list as an attempt', () => {
    const state = createReflectorState(true);
    const unable = decide(state, outcomeOf(state, { error: error(422) }), timing);
    const next = decide(state, outcomeOf(state, { error: error(500) }), timing);

    expect(unable).toMatchObject({ failure: 'unsupported', attempt: 1, delay: 0 });
    expect(next).toMatchObject({ failure: 'transient', attempt: 1, delay: 800 });
  });

  it('should count a watch without frames once, and one shorter than a second twice (P137)', () => {
    const state = watching();
    for (const lived of [10, 100_000, 10]) decide(state, outcomeOf(state, { lived }), timing);
    decide(state, outcomeOf(state, { error: error(500) }), timing);
    expect(state.next).toBe('probe');

    decide(state, outcomeOf(state, { lived: 100_000 }), timing);
    expect(state.next).toBe('list');
  });

  it('should not retry immediately after each 401 of a watch that delivers a frame first', () => {
    const state = watching();
    const delays = [1, 2, 3].map(
      () => decide(state, outcomeOf(state, { frames: 1, error: error(401) }), timing)?.delay,
    );

    expect(delays).toEqual([0, 5_000, 5_000]);
  });

  it('should obey Retry-After of a too large resource version, also on a watch, up to an hour', () => {
    const state = watching();
    const lag = (retryAfterSeconds: number): StatusError =>
      new StatusError({ code: 504, causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds });

    expect(decide(state, outcomeOf(state, { error: lag(7) }), timing)?.delay).toBe(7_000);
    expect(decide(state, outcomeOf(state, { error: lag(3e6) }), timing)?.delay).toBe(3_600_000);
    expect(state.next).toBe('probe');
    decide(state, outcomeOf(state, { error: lag(1) }), timing);
    expect(state).toMatchObject({ next: 'list', needsMostRecent: true });
  });

  it('should back off after repeated too large resource versions', () => {
    const state = watching();
    const lag = new StatusError({
      code: 504,
      causes: [{ reason: 'ResourceVersionTooLarge' }],
      retryAfterSeconds: 1,
    });
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
      if (state.next === 'list') listCompleted(state, '9', 0);
      return decide(state, outcomeOf(state, { error: lag }), timing)?.delay;
    });

    expect(delays).toEqual([1_000, 1_000, 1_000, 6_400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('should count the attempts of 410 and of 401 separately', () => {
    const state = watching();

    decide(state, outcomeOf(state, { error: error(500) }), timing);
    decide(state, outcomeOf(state, { error: error(500) }), timing);
    const expired = decide(state, outcomeOf(state, { error: error(410) }), timing);
    const unauthorized = decide(
      watching({ attempts: state.attempts }),
      outcomeOf(state, { error: error(401) }),
      timing,
    );

    expect(expired?.attempt).toBe(1);
    expect(unauthorized?.attempt).toBe(1);
    expect(state.attempts).toEqual({ expired: 1, unauthorized: 1, other: 2 });
  });

  it('should reset the attempts after a healthy watch, and after no list (G17)', () => {
    const state = watching({ attempts: { expired: 3, unauthorized: 2, other: 4 } });

    listCompleted(state, '10', 0);
    expect(state.attempts.other).toBe(4);
    decide(state, outcomeOf(state, { lived: 5_000 }), timing);
    expect(state.attempts).toEqual({ expired: 0, unauthorized: 0, other: 0 });
  });

  it('should limit Retry-After', () => {
    const state = watching();
    const busy = new StatusError({ code: 429, retryAfterSeconds: 1e12 });

    expect(decide(state, outcomeOf(state, { error: busy }), timing)?.delay).toBe(3_600_000);
  });

  it('should back off after Retry-After: 0', () => {
    const state = watching();
    const busy = new StatusError({ code: 429, retryAfterSeconds: 0 });

    expect(decide(state, outcomeOf(state, { error: busy }), timing)?.delay).toBe(800);
  });

  it('should plan only a few requests a minute, for any failures', () => {
    const failure = fc.oneof(
      fc
        .constantFrom(301, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 502, 503, 504)
        .map((code) => error(code)),
      fc.constant(new ConnectionError('reset')),
      fc.constant(new KubeError('unsupported', 'no')),
      fc.constant(undefined),
    );
    const step = fc.record({ failure, lived: fc.nat(4_999), synced: fc.boolean() });

    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { minLength: 30, maxLength: 30 }), (streaming, steps) => {
        const state = createReflectorState(streaming);
        let time = 0;
        for (const { failure: cause, lived, synced } of steps) {
          const plan = nextRequest(state);
          const end = outcomeOf(state, { lived, synced: plan.kind === 'stream' && synced });
          const wait = decide(state, cause === undefined ? end : { ...end, error: cause }, timing);
          time += wait?.delay ?? 0;
          if (plan.kind === 'list' && cause === undefined) listCompleted(state, '9', 0);
        }

        // After a few of the 30 failures, the reflector repeats the request without a delay. After each other
        // failure, the reflector waits for a retry delay first.
        expect(time).toBeGreaterThan(10_000);
      }),
    );
  });
});
