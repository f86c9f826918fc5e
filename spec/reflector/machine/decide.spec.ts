import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { ConnectionError, type FailureClass, KubeError, StatusError } from '../../../src/objects/index.ts';
import { defaultBackoff } from '../../../src/reflector/machine/backoff.ts';
import { decide, type Ending } from '../../../src/reflector/machine/decide.ts';
import { createMemory, planned, replaced } from '../../../src/reflector/machine/memory.ts';
import { ended, error, watching } from './endings.ts';

const timing = { backoff: defaultBackoff, random: () => 0 };

describe('decide', () => {
  /** One row each of the decision table, for a watch. */
  it.each<
    [string, Partial<Ending>, number | undefined, FailureClass | undefined, 'list' | 'watch' | 'check']
  >([
    ['EOF of a watch that lived', { lived: 5_000 }, undefined, undefined, 'check'],
    ['EOF of a watch that did not', { lived: 4_999 }, 800, 'transient', 'check'],
    ['EOF within 5 s after frames', { lived: 4_999, frames: 3 }, 800, 'transient', 'check'],
    ['EOF of a watch that lived, after frames', { lived: 5_000, frames: 3 }, undefined, undefined, 'watch'],
    ['our own abort of a silent one', { lived: 90_000, silent: true }, 0, 'transient', 'check'],
    [
      'reset of a watch that lived',
      { lived: 5_000, error: new ConnectionError('reset') },
      0,
      'transient',
      'check',
    ],
    [
      'reset of one that did not',
      { lived: 10, error: new ConnectionError('reset') },
      800,
      'transient',
      'check',
    ],
    ['410', { error: error(410) }, 800, 'expired', 'list'],
    ['410 by its reason alone', { error: error(0, 'Expired') }, 800, 'expired', 'list'],
    ['429', { error: error(429) }, 800, 'throttled', 'watch'],
    ['503', { error: error(503) }, 800, 'throttled', 'check'],
    ['500', { error: error(500) }, 800, 'transient', 'check'],
    [
      '500 of an object that cannot be read',
      { error: error(500, 'StorageReadError') },
      800,
      'transient',
      'list',
    ],
    ['502', { error: error(502) }, 800, 'transient', 'check'],
    ['504', { error: error(504) }, 800, 'transient', 'check'],
    ['302', { error: error(302) }, 0, 'unauthorized', 'check'],
    ['408', { error: error(408) }, 800, 'transient', 'check'],
    ['409', { error: error(409) }, 800, 'transient', 'check'],
    ['418', { error: error(418) }, 800, 'transient', 'check'],
    ['401', { error: error(401) }, 0, 'unauthorized', 'check'],
    ['403', { error: error(403) }, 30_000, 'forbidden', 'check'],
    ['404', { error: error(404) }, 30_000, 'notFound', 'list'],
    ['400', { error: error(400) }, 30_000, 'fatal', 'check'],
    ['422', { error: error(422) }, 30_000, 'fatal', 'check'],
  ])('should follow the table on %s (G18)', (_, ending, delay, failure, plan) => {
    const memory = watching();

    const wait = decide(memory, ended(memory, ending), timing);

    expect(wait?.delay).toBe(delay);
    expect(wait?.failure).toBe(failure);
    expect(memory.plan).toBe(plan);
    expect(memory.resourceVersion).toBe('9');
  });

  it('should take a refusal that came late for no healthy watch', () => {
    const memory = watching();
    const late = [error(502), error(401), error(410), new ConnectionError('ETIMEDOUT', { answered: false })];
    const delays = [...late, ...late].map((cause) => {
      const wait = decide(memory, ended(memory, { lived: 30_000, error: cause }), timing);
      replaced(memory, '9', 0);
      return wait?.delay;
    });

    expect(delays).toEqual([800, 0, 800, 1_600, 3_200, 5_000, 1_600, 6_400]);
  });

  it('should take a streamed list that has become a watch for one that lived, however it ends (G17)', () => {
    const memory = watching();
    const plan = { kind: 'stream', resourceVersion: '9' } as const;
    const attempts = [1, 2, 3].map(
      () =>
        decide(memory, ended(memory, { plan, synced: true, lived: 600_000, error: error(410) }), timing)
          ?.attempt,
    );

    expect(attempts).toEqual([1, 1, 1]);
  });

  it.each([410, 401, 429, 500])(
    'should take a quiet watch that lived for a healthy one, though it ends in %i',
    (code) => {
      const memory = watching();
      const attempts = [5_000, 600_000, 10].map((lived) => {
        const told = new StatusError({ code, inStream: true });
        const wait = decide(memory, ended(memory, { lived, error: told }), timing);
        replaced(memory, '9', 0);
        return wait?.attempt;
      });

      expect(attempts).toEqual([1, 1, 2]);
    },
  );

  it('should relist after five failures in a row of the kind that breaks watches, whatever was refused in between', () => {
    const memory = watching();
    for (let n = 0; n < 4; n++) decide(memory, ended(memory, { error: error(429) }), timing);
    for (let n = 0; n < 4; n++) decide(memory, ended(memory, { error: error(500) }), timing);
    expect(memory.plan).toBe('check');

    decide(memory, ended(memory, { error: error(500) }), timing);
    expect(memory.plan).toBe('list');
  });

  it('should not count it as an attempt that a server does not stream lists', () => {
    const memory = createMemory(true);
    const unable = decide(memory, ended(memory, { error: error(422) }), timing);
    const next = decide(memory, ended(memory, { error: error(500) }), timing);

    expect(unable).toMatchObject({ failure: 'unsupported', attempt: 1, delay: 0 });
    expect(next).toMatchObject({ failure: 'transient', attempt: 1, delay: 800 });
  });

  it('should count an empty watch that lived once, and one of less than a second twice (P137)', () => {
    const memory = watching();
    for (const lived of [10, 100_000, 10]) decide(memory, ended(memory, { lived }), timing);
    decide(memory, ended(memory, { error: error(500) }), timing);
    expect(memory.plan).toBe('check');

    decide(memory, ended(memory, { lived: 100_000 }), timing);
    expect(memory.plan).toBe('list');
  });

  it('should not ask at once after each 401 of a watch that delivers a frame first', () => {
    const memory = watching();
    const delays = [1, 2, 3].map(
      () => decide(memory, ended(memory, { frames: 1, error: error(401) }), timing)?.delay,
    );

    expect(delays).toEqual([0, 5_000, 5_000]);
  });

  it('should wait as long as a replica that is behind says, on a watch too, within reason', () => {
    const memory = watching();
    const lag = (retryAfterSeconds: number): StatusError =>
      new StatusError({ code: 504, causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds });

    expect(decide(memory, ended(memory, { error: lag(7) }), timing)?.delay).toBe(7_000);
    expect(decide(memory, ended(memory, { error: lag(3e6) }), timing)?.delay).toBe(3_600_000);
    expect(memory.plan).toBe('check');
    decide(memory, ended(memory, { error: lag(1) }), timing);
    expect(memory).toMatchObject({ plan: 'list', consistent: true });
  });

  it('should take steps where a server is behind again and again', () => {
    const memory = watching();
    const lag = new StatusError({
      code: 504,
      causes: [{ reason: 'ResourceVersionTooLarge' }],
      retryAfterSeconds: 1,
    });
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
      if (memory.plan === 'list') replaced(memory, '9', 0);
      return decide(memory, ended(memory, { error: lag }), timing)?.delay;
    });

    expect(delays).toEqual([1_000, 1_000, 1_000, 6_400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('should count attempts of 410 and of 401 apart from the others', () => {
    const memory = watching();

    decide(memory, ended(memory, { error: error(500) }), timing);
    decide(memory, ended(memory, { error: error(500) }), timing);
    const expired = decide(memory, ended(memory, { error: error(410) }), timing);
    const unauthorized = decide(
      watching({ attempts: memory.attempts }),
      ended(memory, { error: error(401) }),
      timing,
    );

    expect(expired?.attempt).toBe(1);
    expect(unauthorized?.attempt).toBe(1);
    expect(memory.attempts).toEqual({ expired: 1, unauthorized: 1, other: 2 });
  });

  it('should set the attempts back after a healthy watch, and by no list (G17)', () => {
    const memory = watching({ attempts: { expired: 3, unauthorized: 2, other: 4 } });

    replaced(memory, '10', 0);
    expect(memory.attempts.other).toBe(4);
    decide(memory, ended(memory, { lived: 5_000 }), timing);
    expect(memory.attempts).toEqual({ expired: 0, unauthorized: 0, other: 0 });
  });

  it('should cap what Retry-After may ask for', () => {
    const memory = watching();
    const busy = new StatusError({ code: 429, retryAfterSeconds: 1e12 });

    expect(decide(memory, ended(memory, { error: busy }), timing)?.delay).toBe(3_600_000);
  });

  it('should not hammer a server that says Retry-After: 0', () => {
    const memory = watching();
    const busy = new StatusError({ code: 429, retryAfterSeconds: 0 });

    expect(decide(memory, ended(memory, { error: busy }), timing)?.delay).toBe(800);
  });

  it('should never plan more than a few requests a minute, whatever the failures', () => {
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
        const memory = createMemory(streaming);
        let time = 0;
        for (const { failure: cause, lived, synced } of steps) {
          const plan = planned(memory);
          const end = ended(memory, { lived, synced: plan.kind === 'stream' && synced });
          const wait = decide(memory, cause === undefined ? end : { ...end, error: cause }, timing);
          time += wait?.delay ?? 0;
          if (plan.kind === 'list' && cause === undefined) replaced(memory, '9', 0);
        }

        // 30 failed requests: a few of them at once, the others a step apart at least.
        expect(time).toBeGreaterThan(10_000);
      }),
    );
  });
});
