import { describe, expect, it } from '@jest/globals';
import { ConnectionError, KubeError, StatusError } from '../../../src/objects/index.ts';
import { defaultBackoff } from '../../../src/reflector/machine/backoff.ts';
import { decide, type RequestOutcome } from '../../../src/reflector/machine/decide.ts';
import {
  createReflectorState,
  type ReflectorState,
  listCompleted,
} from '../../../src/reflector/machine/reflector-state.ts';
import { outcomeOf, error, watching } from './request-outcomes.ts';

const timing = { backoff: defaultBackoff, random: () => 0 };
const after = (state: ReflectorState, ...outcomes: readonly Partial<RequestOutcome>[]) =>
  outcomes.map((outcome) => decide(state, outcomeOf(state, outcome), timing));

describe('decide, after a failed request', () => {
  it('should wait 30 to 60 s after a failure that a retry does not solve', () => {
    const delays = [0, 0.25, 1].map((random) => {
      const state = watching();
      return decide(state, outcomeOf(state, { error: error(403) }), { ...timing, random: () => random })
        ?.delay;
    });

    expect(delays).toEqual([30_000, 37_500, 60_000]);
  });

  it('should wait equally long after an unsupported list or watch', () => {
    const unsupported = new KubeError('unsupported', 'no');

    for (const state of [watching(), createReflectorState(false)])
      expect(after(state, { error: unsupported })).toEqual([
        { error: unsupported, failure: 'unsupported', attempt: 1, delay: 30_000 },
      ]);
  });

  it('should retry after 1 s for a too large resource version', () => {
    const lag = new StatusError({ code: 504, causes: [{ reason: 'ResourceVersionTooLarge' }] });

    expect(after(watching(), { error: lag })).toEqual([
      { error: lag, failure: 'transient', attempt: 1, delay: 1_000 },
    ]);
  });

  it('should not count an error after frames as a refused watch', () => {
    expect(after(watching(), { lived: 5_000, frames: 1, error: error(500) })[0]?.delay).toBe(0);
  });

  it.each<[string, Partial<RequestOutcome>, string]>([
    ['an idle watch', { idle: true }, 'the stream was idle for too long'],
    ['the end of a watch', { lived: 123.4 }, 'the server closed the watch after 123 ms'],
    [
      'the end of a streamed list that had become a watch',
      { lived: 10, synced: true, plan: { kind: 'stream', resourceVersion: '' } },
      'the server closed the watch after 10 ms',
    ],
    [
      'the end of a streamed list',
      { plan: { kind: 'stream', resourceVersion: '' } },
      'the server closed a streamed list before its end',
    ],
  ])('should describe the failure: %s', (_, outcome, message) => {
    expect(after(watching(), outcome)[0]?.error.message).toContain(message);
  });
});

describe('decide, after failures in a row', () => {
  const failed = { error: error(500) };
  const empty = { lived: 999 };

  it.each<[string, Partial<RequestOutcome>]>([
    ['a watch that ended regularly', { lived: 6_000 }],
    ['frames', { frames: 1, ...failed }],
  ])('should restart the count after %s', (_, outcome) => {
    const state = watching();
    after(state, failed, failed, failed, failed, outcome, failed);

    expect(state.next).toBe('probe');
  });

  it('should relist after three empty watches, again after three more, and after three again once a frame arrived (P137)', () => {
    const state = watching();
    const planAfter = (...outcomes: readonly Partial<RequestOutcome>[]) => {
      after(state, ...outcomes);
      const { next, needsMostRecent } = state;
      listCompleted(state, '9', 0);
      return [next, needsMostRecent];
    };

    expect(planAfter(empty, empty)).toEqual(['probe', false]);
    expect(planAfter(empty)).toEqual(['list', true]);
    expect(planAfter(empty, empty)).toEqual(['probe', false]);
    expect(planAfter(empty)).toEqual(['list', true]);
    expect(planAfter(empty, empty, empty)).toEqual(['probe', false]);
    expect(planAfter({ frames: 1 }, empty, empty)).toEqual(['probe', false]);
    expect(planAfter(empty)).toEqual(['list', true]);
  });

  it.each<[string, Partial<RequestOutcome>, ReflectorState['next']]>([
    ['brought frames', { frames: 1, lived: 5_000 }, 'watch'],
    ['lived a second', { lived: 1_000 }, 'probe'],
  ])('should not relist after watches that %s', (_, outcome, plan) => {
    const state = watching();
    after(state, outcome, outcome, outcome);

    expect(state.next).toBe(plan);
  });
});

describe('decide, after a streamed list', () => {
  it('should list in pages with the same version, and name the cause', () => {
    const state = createReflectorState(true);
    const cause = error(422);
    const wait = after(state, { error: cause })[0];

    expect(state).toMatchObject({ streaming: false, needsMostRecent: false });
    expect(wait?.error).toMatchObject({ failure: 'unsupported', cause });
    expect(wait?.error.message).toContain(`the server does not stream lists (${cause.message})`);
  });

  it('should have no cause when a streamed list was idle', () => {
    const wait = after(createReflectorState(true), { idle: true, begun: true })[0];

    expect(wait?.error.message).toContain('(a list did not end)');
    expect(wait?.error).not.toHaveProperty('cause');
  });

  it.each([
    [true, 'the server has not answered the streaming list for 30 s; listing in pages'],
    [false, 'the server has sent nothing of the streaming list for 30 s; listing in pages'],
  ])(
    'should say that the server does not answer, not that it does not stream lists: %s',
    (unanswered, message) => {
      const state = createReflectorState(true);
      const wait = after(state, { idle: true, unanswered })[0];

      expect(wait).toMatchObject({ failure: 'unsupported', attempt: 1, delay: 0 });
      expect(wait?.error).toMatchObject({
        failure: 'unsupported',
        message,
        advice: expect.stringContaining('check whether the server or a proxy in between is stopped'),
      });
      expect(state.streaming).toBe('broken');
    },
  );

  it.each([
    ['had been answered as a broken stream', true, 'unsupported'],
    ['was never answered as a transient failure', false, 'transient'],
    ['may have been answered as a transient failure', undefined, 'transient'],
  ])('should treat a broken connection that %s', (_, answered, failure) => {
    const lost = {
      error: new ConnectionError('reset', answered === undefined ? undefined : { answered }),
    };

    expect(after(createReflectorState(true), lost, lost, lost).at(-1)?.failure).toBe(failure);
  });
});
