import { describe, expect, it } from '@jest/globals';
import { type InformerStatus, ProtocolError, StatusError } from 'rx-informer';
import {
  afterStatus,
  type Health,
  problemText,
  stateText,
  unknownHealth,
} from '../../../../src/cli/live/machine/health.ts';

const error = new StatusError({ code: 503, message: 'later\n\u001b[2Jplease' });
const listing = (received: number, hasSynced = false): InformerStatus => ({
  phase: 'listing',
  since: 0,
  received,
  hasSynced,
});
const watching = (hasSynced: boolean): InformerStatus => ({
  phase: 'watching',
  since: 0,
  resourceVersion: '1',
  hasSynced,
});
const waiting = (retryAt: number, failure: 'transient' | 'expired' = 'transient'): InformerStatus => ({
  phase: 'waiting',
  since: 1_000,
  error,
  failure,
  attempt: 1,
  retryAt,
  hasSynced: true,
});
const after = (...statuses: readonly InformerStatus[]): Health =>
  statuses.reduce((health, status) => afterStatus(health, status, undefined, 1_000), unknownHealth);

describe('health', () => {
  it('should show the progress of a list, with the total if the server reports it', () => {
    expect(stateText(after(listing(0)), 0)).toBe('listing');
    expect(stateText(after(listing(500)), 0)).toBe('listing 500');
    expect(stateText(afterStatus(unknownHealth, listing(500), 1_200, 0), 0)).toBe('listing 500 of 1200');
    expect(stateText(afterStatus(unknownHealth, listing(500), 500, 0), 0)).toBe('listing 500');
  });

  it('should show `watching` once the listed objects are visible', () => {
    expect(stateText(after(listing(500), watching(false)), 0)).toBe('listing 500');
    expect(stateText(after(listing(500), watching(true)), 0)).toBe('watching');
  });

  it('should count down to the next retry, and show the error on one line', () => {
    const health = after(watching(true), waiting(4_500));

    expect(stateText(health, 1_000)).toBe('waiting, next try in 4 s');
    expect(stateText(health, 3_400)).toBe('waiting, next try in 2 s');
    expect(stateText(health, 4_500)).toBe('waiting, trying again');
    expect(problemText(health, 1_000)).toBe('later [2Jplease');
  });

  it('should keep the last error after the recovery', () => {
    const health = after(waiting(4_500), listing(0, true), watching(true));

    expect(problemText(health, 61_000)).toBe('last error 60s ago: later [2Jplease');
    expect(problemText(after(watching(true)), 0)).toBe('');
  });

  it('should show a retry as successful only after it has lasted', () => {
    const tried = after(watching(true), waiting(1_000), watching(true));
    const listed = after(waiting(1_000), listing(0));

    expect(stateText(tried, 2_999)).toBe('waiting, trying again');
    expect(problemText(tried, 2_999)).toBe('later [2Jplease');
    expect(stateText(tried, 3_000)).toBe('watching');
    expect(stateText(listed, 2_999)).toBe('waiting, trying again');
    expect(stateText(listed, 3_000)).toBe('listing');
    expect(stateText(after(waiting(1_000), listing(0), listing(500)), 1_000)).toBe('listing 500');
    expect(stateText(after(waiting(1_000), watching(true), waiting(9_000)), 8_000)).toBe(
      'waiting, next try in 1 s',
    );
  });

  it('should not show an expired version as an error', () => {
    expect(after(watching(true), waiting(1_000, 'expired'))).toEqual(after(watching(true)));
  });

  it('should show an incident', () => {
    const incident = new ProtocolError('an object without a name was left out');
    const health = after({ ...watching(true), incident } as InformerStatus);

    expect(stateText(health, 1_000)).toBe('watching');
    expect(problemText(health, 3_000)).toBe('last error 2s ago: an object without a name was left out');
  });

  it('should show that it has not begun', () => {
    expect(stateText(after({ phase: 'stopped', hasSynced: false }), 0)).toBe('starting');
  });
});
