import { describe, expect, it } from '@jest/globals';
import type { Json, StoredObject } from '../../../../src/apiserver/json.ts';
import type { AdmissionRequest } from '../../../../src/apiserver/registry/admission/admission.ts';
import { withLimits } from '../../../../src/apiserver/registry/admission/limit-ranger.ts';
import { Catalog } from '../../../../src/apiserver/resources/catalog.ts';
import { Storage } from '../../../../src/apiserver/storage/storage.ts';
import { growthOfCost } from '../../../support/growth-of-cost.ts';
import { countReads } from '../../support/count-reads.ts';

const pod: Json = { spec: { containers: [{ name: 'c', image: 'i' }] } };

/**
 * Returns a request that creates a pod. The namespace of the pod contains `ranges` LimitRanges, and each LimitRange has
 * `defaults` defaults. `reads` returns how often the LimitRanges were read.
 */
function requestWith(ranges: number, defaults: number): AdmissionRequest & { readonly reads: () => number } {
  const storage = new Storage(10);
  const originals = Array.from({ length: ranges }, (_, at) => {
    const names = Array.from({ length: defaults }, (_, n) => [`example.com/r${at}-${n}`, '1'] as const);
    return { spec: { limits: [{ type: 'Container', defaultRequest: Object.fromEntries(names) }] } };
  });
  const { objects, reads } = countReads(originals, 'spec');
  for (const [at, object] of objects.entries())
    storage.write('limitranges', `default/l${at}`, () => object as StoredObject);
  const world = { now: () => 0, random: Math.random };
  const context = {
    storage,
    catalog: new Catalog(),
    world,
    foreignOwners: new Set<string>(),
    namespacesBeingEmptied: new Set<string>(),
  };
  const requester = {
    user: { name: 'u', groups: [] },
    bindings: undefined,
    decide: () => ({ allowed: true, reason: '' }),
  };
  return { context, namespace: 'default', existing: undefined, requester, reads };
}

describe('withLimits', () => {
  it('should read only as many limit ranges as necessary to refuse the pod', () => {
    const request = requestWith(20, 6_000);
    const before = request.reads();

    expect(() => withLimits(pod, request)).toThrow(/at least 54000 defaults/);
    expect(request.reads() - before).toBe(9);
  });

  it('should take time in proportion to the defaults, for any number of limit ranges', () => {
    const cost = (ranges: number): void => {
      withLimits(pod, requestWith(ranges, 20));
    };
    expect(growthOfCost(500, cost)).toBeLessThan(8);
  });
});
