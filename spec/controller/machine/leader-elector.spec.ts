import { describe, expect, it } from '@jest/globals';
import { ConnectionError, StatusError } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import type {
  ElectorEvent,
  ElectorSettings,
  ElectorState,
} from '../../../src/controller/machine/elector-types.ts';
import { advance, newElector } from '../../../src/controller/machine/leader-elector.ts';
import { fc } from '../../support/properties.ts';

const settings: ElectorSettings = {
  key: 'jobs/lock',
  identity: 'a',
  leaseDuration: 15_000,
  renewDeadline: 10_000,
  retryPeriod: 2_000,
  releaseOnStop: true,
  labels: undefined,
  random: () => 0.5,
};

/** Passes each event to the state machine at its time. Returns the final state. */
function run(
  events: readonly (readonly [at: number, event: ElectorEvent])[],
  from = newElector,
): ElectorState {
  return events.reduce(
    (state, [at, event]) => advance(settings, state, event, { elapsed: at, wall: at }),
    from,
  );
}

const start: ElectorEvent = { type: 'start' };
const waited: ElectorEvent = { type: 'waited' };
const stop: ElectorEvent = { type: 'stop' };
const notFound: ElectorEvent = { type: 'failed', error: new StatusError({ code: 404 }) };
const conflict: ElectorEvent = { type: 'failed', error: new StatusError({ code: 409 }) };
const lost: ElectorEvent = { type: 'failed', error: new ConnectionError('reset') };
const answer = (holderIdentity: string, seconds = 15): ElectorEvent => ({
  type: 'answered',
  lease: { ...kubeObject('jobs/lock'), spec: { holderIdentity, leaseDurationSeconds: seconds } },
});
const leading = run([
  [0, start],
  [0, notFound],
  [0, answer('a')],
  [0, answer('a')],
]);

describe('the elector', () => {
  it('should read, create, and renew immediately (B233)', () => {
    expect(run([[0, start]]).action).toEqual({ do: 'read', limit: 5_000 });
    expect(
      run([
        [0, start],
        [0, notFound],
      ]).action,
    ).toMatchObject({ do: 'create' });
    expect(leading).toMatchObject({ action: { do: 'wait', ms: 2_000 }, leadership: { isLeader: true } });
  });

  it('should read after a conflict of the fast path (B240)', () => {
    expect(run([[2_000, waited]], leading).action).toMatchObject({ do: 'update' });
    expect(
      run(
        [
          [2_000, waited],
          [2_000, conflict],
        ],
        leading,
      ),
    ).toMatchObject({
      action: { do: 'read' },
      leadership: { isLeader: true },
    });
  });

  it('should send at most one request in each retry period of a series', () => {
    const failed = run(
      [
        [2_000, waited],
        [2_600, lost],
        [2_700, lost],
      ],
      leading,
    );
    expect(failed.action).toEqual({ do: 'wait', ms: 1_300 });
    // If an attempt lasted longer than the retry period, the next attempt starts at once.
    expect(
      run(
        [
          [2_000, waited],
          [3_000, lost],
          [6_500, lost],
        ],
        leading,
      ).action,
    ).toMatchObject({ do: 'update' });
  });

  it('should end a request at the end of the term, and the term at the end of the Lease', () => {
    const late = run([[12_500, waited]], leading);
    expect(late.action).toMatchObject({ do: 'update', limit: 2_500 });
    expect(run([[15_000, lost]], late)).toMatchObject({
      action: { do: 'drain', limit: 0 },
      leadership: { isLeader: false, leader: 'a' },
    });
  });

  it('should not lead by an answer that arrives after the Lease has expired', () => {
    const created = run([
      [0, start],
      [0, notFound],
    ]);
    expect(run([[15_000, answer('a')]], created).leadership.isLeader).toBe(false);
  });

  it('should not lead by a Lease of an earlier process with its identity before it has renewed it', () => {
    const read = run([
      [0, start],
      [0, answer('a')],
    ]);
    expect(read).toMatchObject({ action: { do: 'update' }, leadership: { isLeader: false } });
    expect(run([[0, answer('a')]], read).leadership.isLeader).toBe(true);
  });

  it('should release only its own Lease: drain, read, write (B242, B244)', () => {
    const drain = run([[3_000, stop]], leading);
    expect(drain.action).toEqual({ do: 'drain', limit: 12_000 });
    const read = run([[3_000, waited]], drain);
    expect(read.action).toMatchObject({ do: 'read' });
    expect(run([[3_000, answer('x')]], read).action).toBeUndefined();
    expect(run([[3_000, answer('a')]], read).action).toMatchObject({
      do: 'update',
      lease: { spec: { holderIdentity: '', leaseDurationSeconds: 1 } },
    });
    expect(
      run(
        [
          [3_000, answer('a')],
          [3_000, conflict],
        ],
        read,
      ).action,
    ).toBeUndefined();
  });

  it('should send nothing when it stops without a Lease', () => {
    expect(run([[0, stop]]).action).toBeUndefined();
    expect(
      run([
        [0, start],
        [0, answer('x')],
        [0, stop],
      ]).action,
    ).toBeUndefined();
  });

  it('should always have a next action, of a finite length, for any events', () => {
    const event = fc.constantFrom(
      answer('a'),
      answer('x'),
      answer(''),
      answer('x', 0),
      notFound,
      conflict,
      lost,
      waited,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 9_000 }), event), { maxLength: 40 }), (events) => {
        let now = 0;
        let state = run([[0, start]]);
        for (const [ms, given] of events) {
          now += ms;
          const isWait = state.action?.do === 'wait' || state.action?.do === 'drain';
          state = run([[now, isWait ? waited : given === waited ? lost : given]], state);
          const { action } = state;
          if (action === undefined) throw new Error('the elector has ended');
          const length = action.do === 'wait' ? action.ms : action.limit;
          expect(length).toBeGreaterThanOrEqual(0);
          expect(length).toBeLessThanOrEqual(15_000);
          expect(state.leadership.isLeader && now >= (state.expiresAt ?? 0)).toBe(false);
        }
      }),
    );
  });
});
