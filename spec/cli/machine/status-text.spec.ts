import { describe, expect, it } from '@jest/globals';
import { ConnectionError, type FailureClass, KubeError, type ReflectorStatus } from 'rx-informer';
import { createStatusReader } from '../../../src/cli/machine/status-text.ts';

type Notification = ReflectorStatus & { readonly hasSynced: boolean };

const listing = (received: number, hasSynced = false): Notification => ({
  phase: 'listing',
  since: 0,
  received,
  hasSynced,
});
const watching = (more: object = {}): Notification => ({
  phase: 'watching',
  since: 0,
  resourceVersion: '9',
  hasSynced: true,
  ...more,
});
const waiting = (
  delay: number,
  failure: FailureClass = 'transient',
  message = 'the line broke',
): Notification => ({
  phase: 'waiting',
  since: 0,
  retryAt: delay,
  attempt: 1,
  failure,
  error: new KubeError(failure, message),
  hasSynced: true,
});

/** Returns the lines that the command prints for statuses at the given times. */
function lines(
  ...statuses: readonly (Notification | readonly [at: number, status: Notification])[]
): readonly (string | undefined)[] {
  const read = createStatusReader('pods');
  return statuses.map((one) => {
    const [at, status] = 'phase' in one ? [0, one] : one;
    return read(status, 1500, at)?.text;
  });
}

describe('createStatusReader', () => {
  it('should report the first list, its progress, and its end', () => {
    expect(
      lines(
        { phase: 'stopped', hasSynced: false },
        listing(0),
        [1_000, listing(500)],
        [1_500, listing(1000)],
        [2_000, listing(1500)],
        watching(),
      ),
    ).toEqual([
      undefined,
      'listing pods …',
      'listing pods … 500',
      undefined,
      'listing pods … 1500',
      'watching pods, 1500 objects',
    ]);
  });

  it('should not report `watching` before the store has the list', () => {
    expect(lines(watching({ hasSynced: false }), watching(), watching())).toEqual([
      undefined,
      'watching pods, 1500 objects',
      undefined,
    ]);
  });

  it('should not report a renewed watch, or a relist after an expired version', () => {
    expect(
      lines(
        watching(),
        watching(),
        waiting(0, 'expired'),
        listing(0, true),
        [5_000, listing(500, true)],
        watching(),
      ),
    ).toEqual(['watching pods, 1500 objects', ...Array<undefined>(5).fill(undefined)]);
  });

  it('should report the time until the next retry, for any time of the failure', () => {
    const later: Notification = { ...waiting(0), since: 5_000, retryAt: 7_000 } as Notification;

    expect(lines(later)).toEqual(['pods: the line broke; next try in 2 s']);
    expect(lines({ ...later, failure: 'expired', retryAt: 5_001 } as Notification)).toEqual([
      'pods: the line broke; next try in 1 s',
    ]);
  });

  it('should not report that a server does not stream lists', () => {
    expect(lines(listing(0), waiting(0, 'unsupported'), listing(0), watching()).slice(1)).toEqual([
      undefined,
      undefined,
      'watching pods, 1500 objects',
    ]);
  });

  it('should report a failure with the next retry, and the recovery', () => {
    expect(lines(watching(), waiting(2_100), watching(), waiting(0), watching())).toEqual([
      'watching pods, 1500 objects',
      'pods: the line broke; next try in 3 s',
      'watching pods again',
      'pods: the line broke; trying again at once',
      'watching pods again',
    ]);
  });

  it('should delay the report of the recovery', () => {
    const read = createStatusReader('pods');
    expect(read(watching(), 1, 0)).toEqual({ text: 'watching pods, 1 object', warning: false, after: 0 });

    expect(read(waiting(900), 1, 0)).toMatchObject({ warning: true, after: 0 });
    expect(read(watching(), 1, 900)?.after).toBeGreaterThan(0);
  });

  it('should report a relist after a failure only if it is slow', () => {
    expect(
      lines(
        watching(),
        waiting(900),
        listing(0),
        [500, listing(500)],
        [2_000, listing(1000)],
        watching(),
      ).slice(2),
    ).toEqual([undefined, undefined, 'listing pods … 1000', 'watching pods again']);
  });

  it('should report each incident', () => {
    const incident = new ConnectionError('an object was left out');

    expect(
      lines(watching(), watching({ incident }), { ...listing(3), incident } as Notification).slice(1),
    ).toEqual(['pods: an object was left out', 'pods: an object was left out']);
  });
});
