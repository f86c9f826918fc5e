import { describe, expect, it } from '@jest/globals';
import { ConnectionError, type InformerStatus, StatusError } from 'rx-informer';
import { healthOf, readinessOf, reportOf } from '../../../src/controller/machine/readiness.ts';

const error = new ConnectionError('no route to the server');
const waiting: InformerStatus = {
  ...{ phase: 'waiting', since: 0, error, failure: 'transient', attempt: 1, retryAt: 5, hasSynced: true },
};
const watching: InformerStatus = { phase: 'watching', since: 0, resourceVersion: '1', hasSynced: true };

describe('readiness', () => {
  it.each<[string, InformerStatus | undefined, number, string | undefined]>([
    ['a fresh watch', watching, 10, undefined],
    ['an idle watch', watching, 61_000, 'no frame for 61 s'],
    ['a short failure', waiting, 10, undefined],
    ['a long failure', waiting, 61_000, 'no frame for 61 s, waiting to try again: no route to the server'],
    ['a relist', { phase: 'listing', since: 0, received: 7, hasSynced: true }, 10, undefined],
    [
      'a list',
      { phase: 'listing', since: 0, received: 7, hasSynced: false },
      10,
      'listing, 7 objects so far',
    ],
    ['a list that is being stored', { ...watching, hasSynced: false }, 10, 'its list is being stored'],
    ['a failed list', { ...waiting, hasSynced: false }, 10, 'waiting to try again: no route to the server'],
    [
      'a disabled informer',
      { phase: 'stopped', disabled: true, hasSynced: true },
      10,
      'its option `enabled` is false',
    ],
    [
      'an informer without a status',
      undefined,
      Infinity,
      'not running: subscribe to its changes, or start it',
    ],
  ])('should judge %s', (_, status, age, problem) => {
    const { problem: found } = readinessOf({ name: 'pods', status, age }, 60_000);
    expect(found).toBe(problem);
  });

  it('should call only an informer that has ended with an error unhealthy', () => {
    const refused = new StatusError({ code: 400, message: 'no such field' });
    const stopped: InformerStatus = { phase: 'stopped', error: refused, hasSynced: true };
    expect(healthOf({ name: 'pods', status: stopped, age: 0 })).toEqual({
      name: 'pods',
      problem: 'stopped: no such field',
    });
    for (const status of [waiting, undefined, { phase: 'stopped', hasSynced: true } as const])
      expect(healthOf({ name: 'pods', status, age: Infinity })).toEqual({ name: 'pods' });
  });

  it('should report each part, and the result', () => {
    expect(reportOf('readyz', [{ name: 'a' }, { name: 'b', problem: 'silent' }])).toBe(
      '[+] a ok\n[-] b failed: silent\nreadyz check failed\n',
    );
  });
});
