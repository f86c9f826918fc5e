import { describe, expect, it } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import {
  acquiredSpec,
  isSameSpec,
  type LeaseSpec,
  leaseWith,
  microTime,
  readLease,
  releasedSpec,
  renewedSpec,
} from '../../../src/controller/machine/lease-record.ts';
import { fc } from '../../support/properties.ts';

const noon = '2026-01-02T12:00:00.000000Z';
const lease = (spec: unknown) => ({ ...kubeObject('jobs/lock'), spec });
const time = fc.integer({ min: 0, max: 4e12 }).map(microTime);
const spec: fc.Arbitrary<LeaseSpec> = fc.record({
  holderIdentity: fc.string(),
  leaseDurationSeconds: fc.nat(),
  acquireTime: time,
  renewTime: time,
  leaseTransitions: fc.nat(),
});

describe('readLease', () => {
  it('should read what an elector writes (B250)', () => {
    fc.assert(
      fc.property(spec, (written) => {
        expect(readLease(lease(JSON.parse(JSON.stringify(written))))).toEqual(written);
      }),
    );
  });

  it('should read absent and null fields as empty', () => {
    const empty = { holderIdentity: '', leaseDurationSeconds: 0, leaseTransitions: 0 };
    for (const given of [undefined, null, {}, { holderIdentity: null, renewTime: null }]) {
      expect(readLease(lease(given))).toEqual(empty);
    }
  });

  it('should return undefined for every spec that it cannot read, and never throw', () => {
    for (const wrong of [
      [],
      'text',
      7,
      { holderIdentity: {} },
      { acquireTime: 5 },
      { leaseTransitions: 2 ** 31 },
    ]) {
      expect(readLease(lease(wrong))).toBeUndefined();
    }
    fc.assert(fc.property(fc.jsonValue(), (given) => void readLease(lease(given))));
  });
});

describe('the written specs', () => {
  const before: LeaseSpec = {
    holderIdentity: 'a',
    leaseDurationSeconds: 15,
    acquireTime: noon,
    renewTime: noon,
    leaseTransitions: 4,
  };

  it('should count a transition for a new holder only (B233, B234, B238, B241)', () => {
    const later = microTime(0);
    expect(acquiredSpec('b', 15_900, undefined, later).leaseTransitions).toBe(0);
    expect(acquiredSpec('b', 15_900, before, later)).toMatchObject({
      leaseTransitions: 5,
      leaseDurationSeconds: 15,
      acquireTime: later,
    });
    expect(renewedSpec('a', 15_000, before, later)).toEqual({ ...before, renewTime: later });
    expect(releasedSpec(before, later)).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: later,
      renewTime: later,
      leaseTransitions: 4,
    });
  });

  it('should not count beyond an int32, which the server would refuse', () => {
    const most = 2_147_483_647;
    expect(acquiredSpec('b', 15_000, { ...before, leaseTransitions: most }, noon).leaseTransitions).toBe(
      most,
    );
  });

  it('should keep the metadata and the labels of other clients (B249)', () => {
    const labelled = { ...kubeObject('jobs/lock', { metadata: { labels: { team: 'y' } } }), spec: {} };
    expect(leaseWith(labelled, undefined, before).metadata).toBe(labelled.metadata);
    expect(leaseWith(labelled, { app: 'x' }, before).metadata.labels).toEqual({ team: 'y', app: 'x' });
    expect(leaseWith(kubeObject('jobs/lock'), { app: 'x' }, before).metadata.labels).toEqual({ app: 'x' });
  });

  it('should see every change of a spec, also of fields that it does not read', () => {
    expect(isSameSpec(before, { ...before })).toBe(true);
    expect(isSameSpec(before, { ...before, preferredHolder: 'c' })).toBe(false);
    expect(isSameSpec(undefined, undefined)).toBe(true);
  });
});
