import { describe, expect, it } from '@jest/globals';
import { HandlerError, type KubeObject } from 'rx-informer';
import { GuardedCallbacks } from '../../../../src/client-go/queue/machine/guarded-callbacks.ts';
import { thing } from '../../../support/things.ts';

const fail = (): never => {
  throw new Error('broken');
};
const thrown = (action: () => unknown): unknown => {
  try {
    return action();
  } catch (error) {
    return error;
  }
};

describe('GuardedCallbacks', () => {
  it('should use keyOf() and no transform by default', () => {
    const callbacks = new GuardedCallbacks<KubeObject>(undefined, undefined);
    const object = thing('x/a@1');

    expect(callbacks.keyOf(object)).toBe('x/a');
    expect(callbacks.transform('x/a', object)).toBe(object);
  });

  it('should call the given functions', () => {
    const other = thing('b@2');
    const callbacks = new GuardedCallbacks<KubeObject>(
      ({ metadata }) => metadata.uid,
      () => other,
    );

    expect(callbacks.keyOf(thing('a@1#u'))).toBe('u');
    expect(callbacks.transform('u', thing('a@1#u'))).toBe(other);
  });

  it('should throw an error that names the function, the key and the cause (B187)', () => {
    const callbacks = new GuardedCallbacks<KubeObject>(fail, fail);
    const errors = [
      thrown(() => callbacks.keyOf(thing('a@1'))),
      thrown(() => callbacks.transform('a', thing('a@1'))),
      thrown(() => callbacks.transform(undefined, thing('a@1'))),
    ];

    expect(errors.every((error) => error instanceof HandlerError)).toBe(true);
    expect(errors).toEqual([
      expect.objectContaining({ where: 'keyOf', key: undefined, message: 'keyOf threw: broken' }),
      expect.objectContaining({ where: 'transform', key: 'a', message: 'transform threw for a: broken' }),
      expect.objectContaining({ where: 'transform', key: undefined, message: 'transform threw: broken' }),
    ]);
  });
});
