import { describe, expect, it } from '@jest/globals';
import type { Scenario } from '../driver/scenario.ts';
import { chosen, scenariosOf } from './index.ts';
import { planOf } from './plan.ts';

const nothing = { quick: [], kind: [], objects: [], events: [] };
const contendersOf = (scenarios: readonly Scenario[], name: string): readonly string[] =>
  scenarios.find((one) => one.name === name)?.contenders.map((one) => one.name) ?? [];

describe('the chosen scenarios', () => {
  const full = scenariosOf(planOf(nothing));
  const quick = scenariosOf(planOf({ ...nothing, quick: [true] }));

  it('should contain every peer library and the floor', () => {
    const names = contendersOf(chosen(full, []), 'pods');

    expect(names[0]).toBe('floor');
    expect(names.filter((name) => name.startsWith('peer: '))).toHaveLength(3);
    expect(names.filter((name) => name.startsWith('client-go, '))).toHaveLength(6);
  });

  it('should omit with --quick the contenders that need an installation or a compiler', () => {
    const names = contendersOf(chosen(quick, []), 'pods');

    expect(names).toContain('peer: client-node 2.0.1');
    expect(names.some((name) => /fluent|client-go/.test(name))).toBe(false);
  });

  it('should contain controller-runtime beside reconcileByKey, but not with --quick', () => {
    expect(contendersOf(chosen(full, []), 'reconcile')).toEqual([
      'reconcileByKey',
      'peer: controller-runtime 0.24.1',
      "peer: controller-runtime 0.24.1, client-go's queue",
    ]);
    expect(contendersOf(chosen(quick, []), 'reconcile')).toEqual(['reconcileByKey']);
  });

  it('should contain joins and sets, with --quick without similar contenders', () => {
    expect(contendersOf(chosen(full, []), 'joins')).toContain('join, pods move');
    expect(contendersOf(chosen(quick, []), 'joins')).toEqual(['none', 'join', 'where', 'groupCount']);
    for (const plan of [full, quick])
      expect(contendersOf(chosen(plan, []), 'sets')).toEqual([
        'one informer',
        'an informer per namespace',
        'informerSet',
      ]);
  });

  it('should contain a contender that --only names, also with --quick', () => {
    expect(contendersOf(chosen(quick, ['fluent']), 'pods')).toEqual([
      'floor',
      'peer: kubernetes-fluent-client 3.11.6',
    ]);
  });

  it('should compare the requested sizes, the smallest first', () => {
    const growth = scenariosOf(planOf({ ...nothing, objects: [200_000, 1_000] })).find(
      ({ name }) => name === 'growth',
    );

    expect(growth?.servers.map(({ objects }) => objects)).toEqual([1_000, 200_000]);
  });

  it('should use a real server only if --only names its scenario', () => {
    expect(contendersOf(chosen(full, []), 'real')).toEqual([]);
    expect(contendersOf(chosen(full, []), 'served joins')).toEqual([]);
    expect(contendersOf(chosen(full, ['real', 'protobuf']), 'real')).toEqual([
      'floor',
      'client-go, typed, protobuf',
      'client-go, typed, protobuf, streaming',
    ]);
  });

  it('should refuse an unknown name, and list the known names', () => {
    expect(() => chosen(full, ['nobody'])).toThrow(/--only nobody: .*scenarios are pods; .*contenders floor/);
  });

  it('should prepare metadata and a streaming list if a contender requests them', () => {
    const needs = full[0]?.contenders.flatMap(({ name, needs = {} }) =>
      Object.keys(needs).length > 0 ? [[name, needs]] : [],
    );

    expect(Object.fromEntries(needs ?? [])).toMatchObject({
      'metadata, client-node': { metadata: true },
      'client-go, metadata': { metadata: true },
      'client-go, typed, streaming': { streams: true },
    });
  });
});
