import { describe, expect, it } from '@jest/globals';
import { HandlerError, type KubeError, type KubeObject, ProtocolError } from '../../../src/objects/index.ts';
import { createObjectPreparer, UnfreezableObject } from '../../../src/reflector/machine/prepare-object.ts';

const thing = (key: string): KubeObject => ({
  metadata: { name: key, uid: `u-${key}`, resourceVersion: '1' },
});

function preparerWith(transform?: (object: KubeObject) => KubeObject) {
  const incidents: KubeError[] = [];
  return {
    incidents,
    prepareObject: createObjectPreparer(transform, (incident) => void incidents.push(incident)),
  };
}

interface Writable {
  metadata: Record<string, unknown>;
}

describe('createObjectPreparer', () => {
  it('should freeze each object (G11)', () => {
    const object = preparerWith().prepareObject(thing('a'));

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
  ])('should report an object with %s as malformed, with an incident', (_, object) => {
    const { prepareObject, incidents } = preparerWith();

    expect(prepareObject(object as unknown as KubeObject)).toBe('malformed');
    expect(incidents).toEqual([expect.any(ProtocolError)]);
  });

  it('should transform before it freezes', () => {
    const { prepareObject } = preparerWith((object) => ({ ...object, kind: 'Thing' }));

    expect(prepareObject(thing('a'))).toEqual({ ...thing('a'), kind: 'Thing' });
  });

  it('should return the object unchanged, with an incident, when the transform throws (Q6)', () => {
    const { prepareObject, incidents } = preparerWith(() => {
      throw new Error('boom');
    });

    expect(prepareObject(thing('a'))).toEqual(thing('a'));
    expect(incidents).toEqual([expect.any(HandlerError)]);
    expect(incidents[0]).toMatchObject({ where: 'transform', key: 'a' });
  });

  it('should freeze the members of a result that is already frozen on the outside', () => {
    const { prepareObject } = preparerWith((object) => Object.freeze({ ...object, spec: { open: true } }));

    const object = prepareObject(thing('a')) as KubeObject & { readonly spec: object };
    expect(Object.isFrozen(object.spec)).toBe(true);
  });

  it.each([
    ['to a copy', (object: KubeObject) => ({ ...object, bytes: new Uint8Array(1), spec: { open: {} } })],
    [
      'to the object itself',
      (object: KubeObject) => Object.assign(object, { bytes: new Uint8Array(1), spec: { open: {} } }),
    ],
  ])('should freeze everything but the byte arrays that a transform added %s', (_, transform) => {
    const { prepareObject, incidents } = preparerWith(transform);
    const object = prepareObject(thing('a')) as KubeObject & { readonly spec: { readonly open: object } };

    expect(object).toEqual({ ...thing('a'), bytes: new Uint8Array(1), spec: { open: {} } });
    expect([object, object.metadata, object.spec, object.spec.open].every(Object.isFrozen)).toBe(true);
    expect(incidents).toEqual([]);
  });

  it.each<[string, (object: Writable) => void]>([
    ['renames it', ({ metadata }) => (metadata['name'] = 'b')],
    ['moves it', ({ metadata }) => (metadata['namespace'] = 'other')],
    ['gives it other metadata', (object) => (object.metadata = { name: 'b' })],
    ['removes its metadata', (object) => delete (object as Partial<Writable>).metadata],
    ['removes its name', ({ metadata }) => delete metadata['name']],
    ['sets its metadata to null', (object) => Object.assign(object, { metadata: null })],
    [
      'removes its uid and version, and throws',
      ({ metadata }) => {
        delete metadata['uid'];
        delete metadata['resourceVersion'];
        throw new Error('no');
      },
    ],
  ])('should return an object with its original metadata when a transform %s in place', (_what, change) => {
    const { prepareObject, incidents } = preparerWith((object) => {
      change(object as unknown as Writable);
      return object;
    });

    expect(prepareObject(thing('a'))).toEqual(thing('a'));
    expect(incidents).toHaveLength(1);
  });

  it('should return the same object when a transform throws without a change', () => {
    const { prepareObject } = preparerWith(() => {
      throw new Error('no');
    });

    expect(prepareObject(thing('a'))).toStrictEqual(thing('a'));
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
  ])('should report an object as unfreezable when the result of its transform has %s', (_, part) => {
    const { prepareObject, incidents } = preparerWith((object) =>
      Object.defineProperties({ ...object }, Object.getOwnPropertyDescriptors(part)),
    );

    expect(prepareObject(thing('a'))).toEqual(expect.any(UnfreezableObject));
    expect(incidents).toEqual([expect.any(HandlerError)]);
  });

  it.each<[what: string, damage: (object: Writable, part: object) => void]>([
    ['the object', (object, part) => Object.assign(object, { part })],
    ['a part of the object', (object, part) => Object.assign(object.metadata, { part })],
  ])(
    'should report an object as unfreezable when a transform puts an unfreezable value into %s',
    (_, damage) => {
      const frozen = new Proxy(
        {},
        {
          ownKeys: (): never => {
            throw new Error('no');
          },
        },
      );
      const { prepareObject, incidents } = preparerWith((object) => {
        damage(object as unknown as Writable, frozen);
        return object;
      });

      expect(prepareObject(thing('a'))).toEqual(expect.any(UnfreezableObject));
      expect(incidents).toEqual([expect.any(HandlerError)]);
    },
  );

  it('should ignore a result with another key', () => {
    const { prepareObject, incidents } = preparerWith(() => thing('b'));

    expect(prepareObject(thing('a'))).toEqual(thing('a'));
    expect(incidents.map(String)).toEqual([expect.stringContaining('transform changed the key of a')]);
  });

  it('should allow a transform to clear the resourceVersion (B135)', () => {
    const { prepareObject, incidents } = preparerWith((object) => ({
      ...object,
      metadata: { ...object.metadata, resourceVersion: '' },
    }));

    expect(prepareObject(thing('a'))).toHaveProperty('metadata.resourceVersion', '');
    expect(incidents).toEqual([]);
  });
});
