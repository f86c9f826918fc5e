import { describe, expect, it } from '@jest/globals';
import {
  ConnectionError,
  HandlerError,
  KubeError,
  OptionsError,
  ProtocolError,
  StatusError,
} from 'rx-informer';

const cause = new Error('below');

describe('the error tree', () => {
  it.each<[string, KubeError, string]>([
    ['ConnectionError', new ConnectionError('refused', { cause }), 'transient'],
    ['ProtocolError', new ProtocolError('not JSON', { cause }), 'transient'],
    ['HandlerError', new HandlerError('onAdd', 'shop/web', cause), 'fatal'],
    ['OptionsError', new OptionsError('make: size', 0, 'more'), 'fatal'],
    ['StatusError', new StatusError({ code: 500 }), 'transient'],
  ])('should contain %s', (name, error, failure) => {
    expect(error).toBeInstanceOf(KubeError);
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.failure]).toEqual([name, failure]);
  });

  it('should remove control characters other than tabs and line feeds from a message', () => {
    const message = '\u001b[2J\u001b]0;x\u0007 a\tb\nc\r\u009b1m\u007f é';
    const shown = ' [2J ]0;x  a\tb\nc 1m  é';

    expect(new StatusError({ code: 400, message }).message).toBe(shown);
    expect(new KubeError('transient', message).message).toBe(shown);
  });

  it('should keep the cause', () => {
    expect(new ConnectionError('refused', { cause }).cause).toBe(cause);
    expect(new ProtocolError('not JSON', { cause }).cause).toBe(cause);
    expect(new HandlerError('onAdd', undefined, cause).cause).toBe(cause);
  });
});

describe('StatusError', () => {
  it.each([
    [299, '', 'transient'],
    [300, '', 'unauthorized'],
    [302, 'Found', 'unauthorized'],
    [399, '', 'unauthorized'],
    [400, '', 'fatal'],
    [401, 'Unauthorized', 'unauthorized'],
    [403, 'Forbidden', 'forbidden'],
    [404, 'NotFound', 'notFound'],
    [405, 'MethodNotAllowed', 'fatal'],
    [406, 'NotAcceptable', 'fatal'],
    [409, 'Conflict', 'transient'],
    [410, 'Expired', 'expired'],
    [410, 'Gone', 'expired'],
    [410, '', 'expired'],
    [413, 'RequestEntityTooLarge', 'fatal'],
    [415, 'UnsupportedMediaType', 'fatal'],
    [422, 'Invalid', 'fatal'],
    [429, 'TooManyRequests', 'throttled'],
    [500, 'InternalError', 'transient'],
    [500, 'Expired', 'expired'],
    [500, 'Gone', 'expired'],
    [503, 'ServiceUnavailable', 'throttled'],
    [504, 'Timeout', 'transient'],
  ])('should map %i %s to the failure class %s… %s', (code, reason, failure) => {
    expect(new StatusError({ code, reason }).failure).toBe(failure);
  });

  it('should expose the fields of the Status', () => {
    const causes = [{ reason: 'FieldValueInvalid', message: 'no', field: 'spec' }];
    const error = new StatusError({
      code: 429,
      reason: 'TooManyRequests',
      message: 'wait',
      retryAfterSeconds: 3,
      causes,
      inStream: true,
    });

    expect(error).toMatchObject({
      code: 429,
      reason: 'TooManyRequests',
      retryAfterSeconds: 3,
      causes,
      inStream: true,
      message: 'wait',
    });
  });

  it('should use the given advice, or the advice of its class', () => {
    const advice = 'ask for an older version';

    expect(new StatusError({ code: 403, advice }).advice).toBe(advice);
    expect(new StatusError({ code: 403 }).advice).toBe(new KubeError('forbidden', 'no').advice);
  });

  it('should use defaults when the server sent no Status', () => {
    expect(new StatusError({ code: 502 })).toMatchObject({
      message: 'the API server answered 502',
      reason: '',
      retryAfterSeconds: undefined,
      causes: [],
      inStream: false,
    });
  });

  const tooLarge = 'Too large resource version: 9, current: 7';
  it.each<[string, ConstructorParameters<typeof StatusError>[0], boolean]>([
    ['a cause', { code: 504, causes: [{ reason: 'ResourceVersionTooLarge' }] }, true],
    ['the message of a cause', { code: 504, causes: [{ message: tooLarge }] }, true],
    ['the message', { code: 504, message: tooLarge }, true],
    ['another cause of a timeout', { code: 504, causes: [{ message: 'too slow' }, {}] }, false],
    ['another cause', { code: 504, causes: [{ reason: 'FieldValueInvalid' }] }, false],
    ['another timeout', { code: 504, message: 'Timeout: too slow' }, false],
    ['the text of another error', { code: 500, message: tooLarge }, false],
  ])('should recognise a resourceVersion that is too large by %s (B5)', (_dialect, facts, expected) => {
    expect(new StatusError(facts).isResourceVersionTooLarge).toBe(expected);
  });
});

describe('OptionsError', () => {
  it.each([
    ['a text', '"a text"'],
    ['x'.repeat(100), `"${'x'.repeat(80)}…"`],
    [() => 1, 'a function'],
    [[1], 'an array'],
    [{ a: 1 }, 'an object'],
    [Object.create(null), 'an object'],
    [null, 'null'],
    [undefined, 'undefined'],
    [5n, '5n'],
    [Symbol('s'), 'Symbol(s)'],
  ])('should show the given value: %p', (given, shown) => {
    expect(new OptionsError('make: size', given, 'more', 'so').message).toBe(
      `make: size must be more, not ${shown}: so`,
    );
  });
});

describe('HandlerError', () => {
  it('should name the callback, the object and the thrown error', () => {
    expect(new HandlerError('onAdd', 'shop/web', cause).message).toBe('onAdd threw for shop/web: below');
    expect(new HandlerError('index app', undefined, 'text').message).toBe('index app threw: text');
  });
});

describe('ProtocolError', () => {
  it('should keep 200 characters of the excerpt', () => {
    expect(new ProtocolError('not JSON', { excerpt: 'x'.repeat(300) }).excerpt).toHaveLength(200);
    expect(new ProtocolError('not JSON').excerpt).toBe('');
  });

  it('should use the given advice, or the advice of its failure class', () => {
    const advice = 'raise maxFrameBytes';

    expect(new ProtocolError('too long', { advice }).advice).toBe(advice);
    expect(new ProtocolError('too long').advice).toBe(new KubeError('transient', 'no').advice);
    expect('cause' in new ProtocolError('too long')).toBe(false);
  });

  it('should accept another failure class', () => {
    expect(new ProtocolError('a Table', { failure: 'fatal' }).failure).toBe('fatal');
  });
});
