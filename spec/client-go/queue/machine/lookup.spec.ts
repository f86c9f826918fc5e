import { describe, expect, it } from '@jest/globals';
import type { HandlerError, KubeObject } from 'rx-informer';
import { Lookup } from '../../../../src/client-go/queue/machine/lookup.ts';
import { thing } from '../../../support/things.ts';

const none = (error: HandlerError): void => {
  throw error;
};

describe('Lookup', () => {
  it('should return the known objects and their keys', () => {
    const known = new Map([['a', thing('a@1')]]);
    const lookup = new Lookup<KubeObject>(
      { listKeys: () => [...known.keys()], get: (key) => known.get(key) },
      none,
    );

    expect(lookup.keys()).toEqual(['a']);
    expect(lookup.find('a')).toEqual({ object: thing('a@1'), failed: false });
    expect(lookup.find('b')).toEqual({ object: undefined, failed: false });
  });

  it('should find nothing without known objects', () => {
    const lookup = new Lookup<KubeObject>(undefined, none);

    expect([lookup.keys(), lookup.find('a')]).toEqual([[], { object: undefined, failed: false }]);
  });

  it('should report a look-up that throws, and return that it failed (B79)', () => {
    const errors: HandlerError[] = [];
    const cause = new Error('broken');
    const lookup = new Lookup<KubeObject>(
      {
        listKeys: () => ['a'],
        get: () => {
          throw cause;
        },
      },
      (error) => errors.push(error),
    );

    expect(lookup.find('a')).toEqual({ object: undefined, failed: true });
    expect(errors.map(({ message, key, cause: why }) => [message, key, why])).toEqual([
      ['knownObjects.get threw for a: broken', 'a', cause],
    ]);
  });

  it('should throw the error of listKeys()', () => {
    const listKeys = (): never => {
      throw new Error('keys');
    };
    const lookup = new Lookup<KubeObject>({ listKeys, get: () => undefined }, none);

    expect(() => lookup.keys()).toThrow('keys');
  });
});
