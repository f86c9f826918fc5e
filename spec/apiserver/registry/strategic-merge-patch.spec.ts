import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyMergePatch } from '../../../src/objects/index.ts';
import { applyStrategicMergePatch } from '../../../src/apiserver/registry/strategic-merge-patch.ts';

const pod = (...containers: readonly object[]): object => ({ spec: { containers } });
const c = (name: string, more: object = {}): object => ({ name, ...more });

describe('applyStrategicMergePatch', () => {
  it('should be a merge patch where there are no lists to merge', () => {
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
        expect(applyStrategicMergePatch('ConfigMap', target, patch)).toEqual(applyMergePatch(target, patch));
      }),
    );
  });

  it.each([
    [
      'merge an item by its key',
      pod(c('a', { image: 'x' })),
      pod(c('a', { tty: true })),
      pod(c('a', { image: 'x', tty: true })),
    ],
    ['add an item', pod(c('a')), pod(c('b')), pod(c('a'), c('b'))],
    ['delete an item', pod(c('a'), c('b')), pod(c('a', { $patch: 'delete' })), pod(c('b'))],
    ['delete nothing that is not there', pod(c('a')), pod(c('x', { $patch: 'delete' })), pod(c('a'))],
    [
      'replace an item',
      pod(c('a', { image: 'x' })),
      pod(c('a', { $patch: 'replace', tty: true })),
      pod(c('a', { tty: true })),
    ],
    ['replace the list', pod(c('a')), pod({ $patch: 'replace' }, c('b')), pod(c('b'))],
    [
      'merge within an item',
      pod(c('a', { ports: [{ containerPort: 80, name: 'x' }], env: [{ name: 'E', value: '1' }] })),
      pod(c('a', { ports: [{ containerPort: 81 }], env: [{ name: 'E', value: '2' }] })),
      pod(
        c('a', {
          ports: [{ containerPort: 80, name: 'x' }, { containerPort: 81 }],
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
      'retain keys alone',
      { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: {} } } },
      { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
      { spec: { strategy: { type: 'Recreate' } } },
    ],
    [
      'order as the patch says, and keep what only the server has in its place',
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
      'order nothing that is not there',
      {},
      { spec: { '$setElementOrder/containers': [c('a')] } },
      { spec: {} },
    ],
  ])('should %s', (_, target, patch, result) => {
    expect(applyStrategicMergePatch('Pod', target, patch as Record<string, unknown>)).toEqual(result);
  });

  it('should tell the ports of a Service from those of a container', () => {
    const service = { spec: { ports: [{ port: 80, targetPort: 1 }] } };

    expect(
      applyStrategicMergePatch('Service', service, { spec: { ports: [{ port: 80, targetPort: 2 }] } }),
    ).toEqual({
      spec: { ports: [{ port: 80, targetPort: 2 }] },
    });
  });

  it.each([
    ['an item without its key', pod({ image: 'x' })],
    ['an item that is no object', { spec: { containers: ['a'] } }],
    ['an order that is no list', { spec: { '$setElementOrder/containers': 'a' } }],
  ])('should refuse %s with 400', (_, patch) => {
    expect(() => applyStrategicMergePatch('Pod', pod(c('a')), patch as Record<string, unknown>)).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 400 }) }),
    );
  });
});
