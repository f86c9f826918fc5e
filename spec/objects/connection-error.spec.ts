import { describe, expect, it } from '@jest/globals';
import { asKubeError, ConnectionError, ProtocolError } from '../../src/objects/index.ts';

describe('asKubeError', () => {
  it('should return a KubeError unchanged', () => {
    const error = new ProtocolError('not JSON');

    expect(asKubeError(error, 'the request')).toBe(error);
  });

  it.each([
    ['an error', new Error('reset'), 'the request failed: reset'],
    ['a text', 'reset', 'the request failed: reset'],
    ['nothing', undefined, 'the request failed: undefined'],
  ])('should keep %s as the cause', (_, thrown, message) => {
    const error = asKubeError(thrown, 'the request');

    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message, cause: thrown });
  });
});
