import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { mixed } from '../../../src/apiserver/faults/mixed.ts';

interface Given {
  readonly type: string;
  readonly name: string;
}

const frame = ({ type, name }: Given, version: number): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({ type, object: { metadata: { name, resourceVersion: String(version) } } }),
  );
const read = (
  bytes: Uint8Array,
): { type: string; object: { metadata: { name: string; resourceVersion: string } } } =>
  JSON.parse(new TextDecoder().decode(bytes)) as ReturnType<typeof read>;

const aFrame = fc.record({
  type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'),
  name: fc.constantFrom('a', 'b', 'c'),
});

describe('mixed', () => {
  it('should lose nothing, keep the order of each object, and let no event pass a bookmark', () => {
    fc.assert(
      fc.property(fc.array(aFrame), (given) => {
        const frames = given.map(frame);
        const out = mixed(frames).map(read);

        const versions = out.map(({ object }) => Number(object.metadata.resourceVersion));
        expect([...versions].sort((a, b) => a - b)).toEqual(given.map((_, at) => at));
        for (const name of ['a', 'b', 'c']) {
          const own = out.filter(({ type, object }) => object.metadata.name === name && isEvent(type));
          const order = own.map(({ object }) => Number(object.metadata.resourceVersion));
          expect(order).toEqual([...order].sort((a, b) => a - b));
        }
        for (const [at, { type }] of out.entries()) if (!isEvent(type)) expect(versions[at]).toBe(at);
      }),
    );
  });

  it('should change the order', () => {
    const frames = ['a', 'b', 'c'].map((name, at) => frame({ type: 'ADDED', name }, at));
    expect(mixed(frames).map((bytes) => read(bytes).object.metadata.name)).toEqual(['c', 'b', 'a']);
  });
});

const isEvent = (type: string): boolean => type !== 'BOOKMARK' && type !== 'ERROR';
