import { describe, expect, it } from '@jest/globals';
import { HandlerError, type KubeError, type KubeObject, ProtocolError } from '../../../src/objects/index.ts';
import { createDoor, LeftOut } from '../../../src/reflector/machine/door.ts';

const thing = (key: string): KubeObject => ({
  metadata: { name: key, uid: `u-${key}`, resourceVersion: '1' },
});

function doorWith(transform?: (object: KubeObject) => KubeObject) {
  const incidents: KubeError[] = [];
  return { incidents, door: createDoor(transform, (incident) => void incidents.push(incident)) };
}

interface Writable {
  metadata: Record<string, unknown>;
}

describe('createDoor', () => {
  it('should freeze what comes in (G11)', () => {
    const object = doorWith().door(thing('a'));

    expect(object).toEqual(thing('a'));
    expect(Object.isFrozen(object)).toBe(true);
    expect(Object.isFrozen((object as KubeObject).metadata)).toBe(true);
  });

  it.each([
    ['no metadata', {}],
    ['metadata null', { metadata: null }],
    ['no name', { metadata: { uid: 'u', resourceVersion: '1' } }],
    ['an empty uid', { metadata: { name: 'a', uid: '', resourceVersion: '1' } }],
    ['a number for a version', { metadata: { name: 'a', uid: 'u', resourceVersion: 1 } }],
    ['null', null],
  ])('should leave out an object with %s, and tell it', (_, object) => {
    const { door, incidents } = doorWith();

    expect(door(object as unknown as KubeObject)).toBeUndefined();
    expect(incidents).toEqual([expect.any(ProtocolError)]);
  });

  it('should transform before it freezes', () => {
    const { door } = doorWith((object) => ({ ...object, kind: 'Thing' }));

    expect(door(thing('a'))).toEqual({ ...thing('a'), kind: 'Thing' });
  });

  it('should let an object through as it was when the transform throws (Q6)', () => {
    const { door, incidents } = doorWith(() => {
      throw new Error('boom');
    });

    expect(door(thing('a'))).toEqual(thing('a'));
    expect(incidents).toEqual([expect.any(HandlerError)]);
    expect(incidents[0]).toMatchObject({ where: 'transform', key: 'a' });
  });

  it('should freeze all that a transform made, be its outside frozen already', () => {
    const { door } = doorWith((object) => Object.freeze({ ...object, spec: { open: true } }));

    const object = door(thing('a')) as KubeObject & { readonly spec: object };
    expect(Object.isFrozen(object.spec)).toBe(true);
  });

  it.each([
    ['to a copy', (object: KubeObject) => ({ ...object, bytes: new Uint8Array(1), spec: { open: {} } })],
    [
      'to the object itself',
      (object: KubeObject) => Object.assign(object, { bytes: new Uint8Array(1), spec: { open: {} } }),
    ],
  ])('should freeze all but the bytes that a transform added %s', (_, transform) => {
    const { door, incidents } = doorWith(transform);
    const object = door(thing('a')) as KubeObject & { readonly spec: { readonly open: object } };

    expect(object).toEqual({ ...thing('a'), bytes: new Uint8Array(1), spec: { open: {} } });
    expect([object, object.metadata, object.spec, object.spec.open].every(Object.isFrozen)).toBe(true);
    expect(incidents).toEqual([]);
  });

  it.each<[string, (object: Writable) => void]>([
    ['renames it', ({ metadata }) => (metadata['name'] = 'b')],
    ['moves it', ({ metadata }) => (metadata['namespace'] = 'other')],
    ['gives it other metadata', (object) => (object.metadata = { name: 'b' })],
    ['takes its metadata away', (object) => delete (object as Partial<Writable>).metadata],
    ['takes its name away', ({ metadata }) => delete metadata['name']],
    ['sets its metadata to null', (object) => Object.assign(object, { metadata: null })],
    [
      'takes its uid and version away and throws',
      ({ metadata }) => {
        delete metadata['uid'];
        delete metadata['resourceVersion'];
        throw new Error('no');
      },
    ],
  ])('should let an object through by its own key when a transform %s in place', (_what, change) => {
    const { door, incidents } = doorWith((object) => {
      change(object as unknown as Writable);
      return object;
    });

    expect(door(thing('a'))).toEqual(thing('a'));
    expect(incidents).toHaveLength(1);
  });

  it('should let an object through exactly as it was when a transform throws that has changed nothing', () => {
    const { door } = doorWith(() => {
      throw new Error('no');
    });

    expect(door(thing('a'))).toStrictEqual(thing('a'));
  });

  it.each<[what: string, part: object]>([
    [
      'a getter that throws',
      {
        get secret(): never {
          throw new Error('no');
        },
      },
    ],
    [
      'a proxy that throws',
      {
        spec: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no');
            },
          },
        ),
      },
    ],
  ])('should leave out an object where the result of a transform has %s', (_, part) => {
    const { door, incidents } = doorWith((object) =>
      Object.defineProperties({ ...object }, Object.getOwnPropertyDescriptors(part)),
    );

    expect(door(thing('a'))).toEqual(expect.any(LeftOut));
    expect(incidents).toEqual([expect.any(HandlerError)]);
  });

  it.each<[what: string, damage: (object: Writable, part: object) => void]>([
    ['the object', (object, part) => Object.assign(object, { part })],
    ['a part of the object', (object, part) => Object.assign(object.metadata, { part })],
  ])('should leave out an object where a transform puts what cannot be frozen into %s', (_, damage) => {
    const frozen = new Proxy(
      {},
      {
        ownKeys: (): never => {
          throw new Error('no');
        },
      },
    );
    const { door, incidents } = doorWith((object) => {
      damage(object as unknown as Writable, frozen);
      return object;
    });

    expect(door(thing('a'))).toEqual(expect.any(LeftOut));
    expect(incidents).toEqual([expect.any(HandlerError)]);
  });

  it('should not let a transform change the key', () => {
    const { door, incidents } = doorWith(() => thing('b'));

    expect(door(thing('a'))).toEqual(thing('a'));
    expect(incidents.map(String)).toEqual([expect.stringContaining('transform changed the key of a')]);
  });

  it('should allow a transform to clear the resourceVersion (B135)', () => {
    const { door, incidents } = doorWith((object) => ({
      ...object,
      metadata: { ...object.metadata, resourceVersion: '' },
    }));

    expect(door(thing('a'))).toHaveProperty('metadata.resourceVersion', '');
    expect(incidents).toEqual([]);
  });
});
