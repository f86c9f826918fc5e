import { describe, expect, it } from '@jest/globals';
import { HandlerError, type KubeObject } from 'rx-informer';
import { UserFunctions } from '../../../../src/client-go/queue/machine/user-functions.ts';
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

describe('UserFunctions', () => {
  it('should make the usual key, and leave objects as they are, unless told otherwise', () => {
    const user = new UserFunctions<KubeObject>(undefined, undefined);
    const object = thing('x/a@1');

    expect(user.keyOf(object)).toBe('x/a');
    expect(user.transform('x/a', object)).toBe(object);
  });

  it('should call what it is given', () => {
    const other = thing('b@2');
    const user = new UserFunctions<KubeObject>(
      ({ metadata }) => metadata.uid,
      () => other,
    );

    expect(user.keyOf(thing('a@1#u'))).toBe('u');
    expect(user.transform('u', thing('a@1#u'))).toBe(other);
  });

  it('should say of what is thrown where it was, for which key, and why (B187)', () => {
    const user = new UserFunctions<KubeObject>(fail, fail);
    const errors = [
      thrown(() => user.keyOf(thing('a@1'))),
      thrown(() => user.transform('a', thing('a@1'))),
      thrown(() => user.transform(undefined, thing('a@1'))),
    ];

    expect(errors.every((error) => error instanceof HandlerError)).toBe(true);
    expect(errors).toEqual([
      expect.objectContaining({ where: 'keyOf', key: undefined, message: 'keyOf threw: broken' }),
      expect.objectContaining({ where: 'transform', key: 'a', message: 'transform threw for a: broken' }),
      expect.objectContaining({ where: 'transform', key: undefined, message: 'transform threw: broken' }),
    ]);
  });
});
