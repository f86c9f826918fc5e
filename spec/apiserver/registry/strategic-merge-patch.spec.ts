import { describe, expect, it } from '@jest/globals';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { fc } from '../../support/properties.ts';
import { applyMergePatch } from '../../../src/objects/index.ts';
import { applyStrategicMergePatch } from '../../../src/apiserver/registry/strategic-merge-patch.ts';
import { builtInSchema } from '../../../src/apiserver/schema/built-in-schema.ts';

const podSchema = builtInSchema('v1', 'Pod');
const serviceSchema = builtInSchema('v1', 'Service');
const pod = (...containers: readonly object[]): Record<string, unknown> => ({ spec: { containers } });
const c = (name: string, more: object = {}): object => ({ name, ...more });

describe('applyStrategicMergePatch', () => {
  it('should be a merge patch if there are no lists to merge', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.constantFrom(null, 1, 'x', true),
        fc.array(fc.constantFrom(1, 'x')),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { depthIdentifier: 'd' }),
      ),
    })).value;
    const object = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);

    fc.assert(
      fc.property(object, object, (target, patch) => {
        expect(applyStrategicMergePatch(undefined, target, patch)).toEqual(applyMergePatch(target, patch));
      }),
    );
  });

  it('should merge long lists', () => {
    const { target, patch, env, finalizers } = longLists(10_000);

    const made = applyStrategicMergePatch(podSchema, target, patch) as {
      readonly metadata: { readonly finalizers: unknown };
      readonly spec: { readonly containers: readonly { readonly env: readonly unknown[] }[] };
    };

    expect(made.metadata.finalizers).toEqual(finalizers);
    expect(made.spec.containers[0]?.env).toEqual([...env('x').slice(0, 5_000), ...env('y', 5_000)]);
  });

  it('should merge long lists in time proportional to their length', () => {
    const growth = growthOfCost(2_500, (length) => {
      const { target, patch } = longLists(length);
      applyStrategicMergePatch(podSchema, target, patch);
    });

    expect(growth).toBeLessThan(9);
  });

  it('should apply several changes of one item in order', () => {
    const target = pod(c('a', { image: 'x', tty: true }));
    const changes = pod(c('a', { image: 'y' }), c('a', { stdin: true }), c('a', { image: 'z', tty: null }));

    expect(applyStrategicMergePatch(podSchema, target, changes)).toEqual(
      pod(c('a', { image: 'z', stdin: true })),
    );
  });

  it('should refuse to change large items repeatedly, at any position', () => {
    const members = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, at]));
    const changes = (count: number): readonly object[] => Array.from({ length: count }, () => c('a'));
    const ofEnv = (count: number): readonly object[] => [
      c('x', members),
      ...changes(count).map(() => c('x')),
    ];
    const patched = (patch: Record<string, unknown>) =>
      applyStrategicMergePatch(podSchema, pod(c('a', members)), patch);
    const tooLarge = expect.objectContaining({
      status: expect.objectContaining({
        code: 413,
        message: expect.stringMatching(/more than 200000 values.*; change each item once$/),
      }),
    });

    expect(patched(pod(...changes(150)))).toEqual(pod(c('a', members)));
    expect(() => patched(pod(...changes(250)))).toThrow(tooLarge);
    expect(() => patched(pod(c('a', { env: ofEnv(250) })))).not.toThrow(); // the pod has no `env` yet, so no lists are merged
    const withEnv = pod(c('a', { env: [c('x', members)] }));
    const inEnv = pod(...changes(100).map(() => c('a', { env: changes(3).map(() => c('x')) })));
    expect(() => applyStrategicMergePatch(podSchema, withEnv, inEnv)).toThrow(tooLarge);
  });

  it.each([
    [
      'merge an item by its key',
      pod(c('a', { image: 'x' })),
      pod(c('a', { tty: true })),
      pod(c('a', { image: 'x', tty: true })),
    ],
    ['add an item in front', pod(c('a')), pod(c('b')), pod(c('b'), c('a'))],
    [
      'add an item where the patch says',
      pod(c('a'), c('z')),
      pod(c('a'), c('b')),
      pod(c('a'), c('b'), c('z')),
    ],
    ['delete an item', pod(c('a'), c('b')), pod(c('a', { $patch: 'delete' })), pod(c('b'))],
    ['ignore the delete of an absent item', pod(c('a')), pod(c('x', { $patch: 'delete' })), pod(c('a'))],
    [
      'replace the list by its remaining items',
      pod(c('a', { image: 'x' })),
      pod(c('a', { $patch: 'replace', tty: true })),
      pod(),
    ],
    ['replace the list', pod(c('a')), pod({ $patch: 'replace' }, c('b')), pod(c('b'))],
    [
      'merge within an item',
      pod(c('a', { ports: [{ containerPort: 80, name: 'x' }], env: [{ name: 'E', value: '1' }] })),
      pod(c('a', { ports: [{ containerPort: 81 }], env: [{ name: 'E', value: '2' }] })),
      pod(
        c('a', {
          ports: [{ containerPort: 81 }, { containerPort: 80, name: 'x' }],
          env: [{ name: 'E', value: '2' }],
        }),
      ),
    ],
    [
      'replace a list without a key',
      { spec: { args: [1, 2] } },
      { spec: { args: [3] } },
      { spec: { args: [3] } },
    ],
    [
      'join a set',
      { metadata: { finalizers: ['a'] } },
      { metadata: { finalizers: ['a', 'b'] } },
      { metadata: { finalizers: ['a', 'b'] } },
    ],
    [
      'delete from a set',
      { metadata: { finalizers: ['a', 'b'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } },
      { metadata: { finalizers: ['b'] } },
    ],
    ['replace an object', { spec: { a: 1 } }, { spec: { $patch: 'replace', b: 2 } }, { spec: { b: 2 } }],
    ['empty an object', { spec: { a: 1 } }, { spec: { $patch: 'delete' } }, { spec: {} }],
    [
      'retain only the given keys',
      { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: {} } } },
      { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
      { spec: { strategy: { type: 'Recreate' } } },
    ],
    [
      'use the order of the patch, and keep the places of items that only the server has',
      pod(c('a'), c('server'), c('b'), c('last')),
      { spec: { '$setElementOrder/containers': [c('b'), c('new'), c('a')], containers: [c('new')] } },
      pod(c('server'), c('b'), c('new'), c('a'), c('last')),
    ],
    [
      'order a set',
      { metadata: { finalizers: ['a', 'b'] } },
      { metadata: { '$setElementOrder/finalizers': ['c', 'b', 'a'], finalizers: ['c'] } },
      { metadata: { finalizers: ['c', 'b', 'a'] } },
    ],
    [
      'keep the directives in a new object',
      {},
      { spec: { '$setElementOrder/containers': [c('a')] } },
      { spec: { '$setElementOrder/containers': [c('a')] } },
    ],
  ])('should %s', (_, target, patch, result) => {
    expect(
      applyStrategicMergePatch(
        podSchema,
        target as Record<string, unknown>,
        patch as Record<string, unknown>,
      ),
    ).toEqual(result);
  });

  it('should distinguish the ports of a Service from those of a container', () => {
    const service = { spec: { ports: [{ port: 80, targetPort: 1 }] } };

    expect(
      applyStrategicMergePatch(serviceSchema, service, { spec: { ports: [{ port: 80, targetPort: 2 }] } }),
    ).toEqual({
      spec: { ports: [{ port: 80, targetPort: 2 }] },
    });
  });

  it.each([
    ['an item without its key', pod({ image: 'x' }), 500],
    ['an item that is not an object', { spec: { containers: ['a'] } }, 500],
    ['an order that is not a list', { spec: { '$setElementOrder/containers': 'a' } }, 500],
    [
      'an order that differs from the patch',
      { spec: { '$setElementOrder/containers': [c('b'), c('a')], containers: [c('a'), c('b')] } },
      500,
    ],
    ['an unknown directive', { spec: { $patch: 'burn' } }, 500],
    ['a list to be merged', pod(c('a', { $patch: 'merge' })), 500],
    ['a change of a key that is not retained', { spec: { $retainKeys: ['a'], b: 1 } }, 400],
  ])('should refuse %s', (_, patch, code) => {
    expect(() => applyStrategicMergePatch(podSchema, pod(c('a')), patch)).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code }) }),
    );
  });
});

/** Returns a pod and a patch with lists of environment variables. Half of the variables are in both lists. */
function longLists(length: number) {
  const env = (value: string, from = 0) =>
    Array.from({ length }, (_, nth) => ({ name: `E${nth + from}`, value }));
  const finalizers = Array.from({ length }, (_, nth) => `example.com/f${nth}`);
  const target = { ...pod(c('a', { env: env('x') })), metadata: { finalizers: [...finalizers].reverse() } };
  const order = { '$setElementOrder/finalizers': finalizers };
  const patch = { ...pod(c('a', { env: env('y', length / 2) })), metadata: { ...order, finalizers } };
  return { target, patch, env, finalizers };
}
