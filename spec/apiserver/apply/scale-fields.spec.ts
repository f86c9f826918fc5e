import { describe, expect, it } from '@jest/globals';
import type { Path } from '../../../src/apiserver/apply/machine/path-element.ts';
import { parentEntries, scaleEntries } from '../../../src/apiserver/apply/scale-fields.ts';

const path: Path = ['f:spec', 'f:replicas'];
const replicasPath = (apiVersion: string): Path | null | undefined =>
  ({ 'apps/v1': path, 'apps/v2': null })[apiVersion];

const entry = (manager: string, fieldsV1: object, more: object = {}): object => ({
  manager,
  operation: 'Apply',
  apiVersion: 'apps/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
});

const replicas = { 'f:spec': { 'f:replicas': {} } };
const both = { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } };
const paused = { 'f:spec': { 'f:paused': {} } };
const ofScale = { apiVersion: 'autoscaling/v1' };

describe('the managed fields of a scale', () => {
  it('should be those of the replicas', () => {
    const parent = [entry('a', both), entry('b', paused), entry('c', both, { apiVersion: 'apps/v9' })];

    expect(scaleEntries(parent, replicasPath)).toEqual([entry('a', replicas, ofScale)]);
  });

  it('should be moved from their earlier owners to the current ones, without a time', () => {
    const parent = [
      entry('a', both),
      entry('b', replicas),
      entry('c', paused),
      entry('d', paused, { apiVersion: 'apps/v2' }),
    ];
    const scale = [
      entry('a', replicas, ofScale),
      entry('new', replicas, { ...ofScale, subresource: 'scale' }),
    ];
    const { time, ...fresh } = entry('new', replicas, { subresource: 'scale' }) as { time?: string };

    expect(parentEntries(parent, scale, 'apps/v1', replicasPath)).toEqual([
      fresh,
      entry('a', both),
      entry('c', paused),
      entry('d', paused, { apiVersion: 'apps/v2' }),
    ]);
    expect(parentEntries(parent, [], 'apps/v1', replicasPath)).toEqual([
      entry('a', paused),
      entry('c', paused),
      entry('d', paused, { apiVersion: 'apps/v2' }),
    ]);
    expect(time).toBeDefined();
  });

  it('should skip managers of a removed version', () => {
    expect(
      parentEntries([entry('a', both, { apiVersion: 'apps/v9' })], [], 'apps/v1', replicasPath),
    ).toBeUndefined();
  });
});
