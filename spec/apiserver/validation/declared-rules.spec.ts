import { expect, it } from '@jest/globals';
import { declaredErrors } from '../../../src/apiserver/validation/declared-rules.ts';
import { countingReads } from '../support/counting-reads.ts';

const claim = (status: object, spec: object = {}): Readonly<Record<string, unknown>> => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: 'c' },
  spec,
  status,
});

const tooMany = Array.from({ length: 257 }, (_, at) => ({ resource: 'pods', name: `p${at}`, uid: `${at}` }));

it('should check only the fields that an update changes', () => {
  const before = claim({ reservedFor: tooMany });
  const changed = claim({ reservedFor: [...tooMany, ...tooMany] });
  const elsewhere = claim({ reservedFor: structuredClone(tooMany), devices: [] });

  expect(declaredErrors(changed, before).map(({ field }) => field)).toEqual(['status.reservedFor']);
  expect(declaredErrors(elsewhere, before)).toEqual([]);
});

it.each<[string, (value: object, status: object) => ReturnType<typeof claim>]>([
  ['of the object', (value, status) => ({ ...claim(status), metadata: value, status })],
  ['of its spec', (value, status) => claim(status, { devices: { config: [], other: value } })],
  ['of its status', (value, status) => claim({ devices: [{ data: value }], ...status })],
])('should compare a value %s once for all rules of the kind', (_, claimOf) => {
  const counted = countingReads(100);
  const object = claimOf(counted.value, { reservedFor: [{ uid: 'b' }] });
  const existing = claimOf({ ...counted.value }, { reservedFor: [{ uid: 'a' }] });
  const before = counted.reads();

  expect(declaredErrors(object, existing)).toEqual([]);
  expect(counted.reads() - before).toBe(100);
});
