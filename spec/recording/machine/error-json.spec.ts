import { describe, expect, it } from '@jest/globals';
import { ConnectionError, KubeError, ProtocolError, StatusError } from 'rx-informer';
import {
  confidentialErrorJson,
  errorFrom,
  errorJson,
  isErrorJson,
} from '../../../src/recording/machine/error-json.ts';
import type { ErrorJson } from '../../../src/recording/machine/recording-format.ts';

const again = (error: KubeError): KubeError =>
  errorFrom(JSON.parse(JSON.stringify(errorJson(error))) as ErrorJson);

describe('errorJson and errorFrom', () => {
  it.each<[string, KubeError]>([
    ['a refusal', new StatusError({ code: 403, reason: 'Forbidden', message: 'no' })],
    [
      'the end of a watch',
      new StatusError({
        code: 429,
        inStream: true,
        retryAfterSeconds: 7,
        causes: [{ reason: 'r', message: 'm', field: 'f' }],
      }),
    ],
    ['a connection', new ConnectionError('reset')],
    ['a connection that was answered', new ConnectionError('reset', { answered: true })],
    ['a connection that was not answered', new ConnectionError('reset', { answered: false })],
    ['text that is not JSON', new ProtocolError('bad', { failure: 'fatal', excerpt: '<html>' })],
    ['an error of the library', new KubeError('unsupported', 'not here')],
  ])('should restore %s, with its class', (_, error) => {
    const given = again(error);

    expect(given.constructor).toBe(error.constructor);
    expect(Object.entries(given)).toEqual(Object.entries(error));
    expect(given.message).toBe(error.message);
    expect(errorJson(given)).toEqual(errorJson(error));
    expect(Object.values(errorJson(error))).not.toContain(undefined);
  });

  it('should keep only the name of an unknown error, and restore it as a ConnectionError', () => {
    const json = errorJson(new TypeError('the token is abc'));

    expect(json).toEqual({ name: 'TypeError', message: expect.stringContaining('(TypeError)') });
    expect(json.message).not.toContain('abc');
    expect(errorFrom(json)).toBeInstanceOf(ConnectionError);
    expect(errorJson('text').name).toBe('string');
  });

  it('should use defaults for missing members of a line', () => {
    const common = { message: 'm', failure: 'fatal' };

    expect(errorFrom({ ...common, name: 'ProtocolError' })).toMatchObject({ excerpt: '' });
    expect(errorFrom({ ...common, name: 'StatusError', code: 400 })).toMatchObject({
      reason: '',
      inStream: false,
      causes: [],
    });
    expect(errorFrom({ ...common, name: 'StatusError' }).constructor).toBe(KubeError);
    expect(errorFrom({ ...common, name: 'Other', code: 400 }).constructor).toBe(KubeError);
  });

  it.each([
    [{ name: 'Error', message: 'm' }, true],
    [{ name: 'KubeError', message: 'm', failure: 'fatal' }, true],
    [{ name: 'KubeError', message: 'm', failure: 'odd' }, false],
    [{ name: 'KubeError', message: 'm', failure: 3 }, false],
    [{ name: 'KubeError', message: 'm', failure: ['fatal'] }, false],
    [{ name: 3, message: 'm' }, false],
    [{ name: 'Error' }, false],
    [{ message: 'm' }, false],
    [null, false],
    [undefined, false],
    ['text', false],
    [{ name: 'StatusError', message: 'm', failure: 'fatal', code: 400, causes: [{ reason: 'r' }] }, true],
    [{ name: 'StatusError', message: 'm', causes: 'abc' }, false],
    [{ name: 'StatusError', message: 'm', causes: [null] }, false],
    [{ name: 'StatusError', message: 'm', code: 'x' }, false],
    [{ name: 'StatusError', message: 'm', reason: 5 }, false],
    [{ name: 'StatusError', message: 'm', retryAfterSeconds: '1' }, false],
    [{ name: 'StatusError', message: 'm', inStream: 'no' }, false],
    [{ name: 'ConnectionError', message: 'm', answered: 1 }, false],
    [{ name: 'ProtocolError', message: 'm', excerpt: {} }, false],
  ])('should recognise an error by its members: %j', (value, is) => {
    expect(isErrorJson(value)).toBe(is);
  });
});

describe('confidentialErrorJson', () => {
  const texts = { reason: 'hunter2', message: 'hunter2', field: 'hunter2' };

  it('should remove the text of causes, unknown reasons and the excerpt', () => {
    const status = new StatusError({ code: 500, reason: 'hunter2', message: 'oops', causes: [texts] });
    const answer = new ProtocolError('it is not JSON', { excerpt: 'hunter2' });

    expect(confidentialErrorJson(status)).toEqual({
      ...errorJson(status),
      message: 'oops',
      reason: '',
      causes: [],
    });
    expect(confidentialErrorJson(answer)).toEqual({ ...errorJson(answer), excerpt: '' });
    expect(confidentialErrorJson(new ConnectionError('reset'))).toEqual(
      errorJson(new ConnectionError('reset')),
    );
  });

  it('should keep a reason that Kubernetes defines, and so the class of the error', () => {
    const gone = new StatusError({ code: 500, reason: 'Expired', causes: [texts] });

    expect(errorFrom(confidentialErrorJson(gone))).toMatchObject({ reason: 'Expired', failure: 'expired' });
  });

  it.each([
    ['a reason', { reason: 'ResourceVersionTooLarge', message: 'hunter2' }],
    ['a message', { reason: 'hunter2', message: 'Too large resource version: 9' }],
  ])('should keep the fact that a version is too large, which a server reports in %s', (_, cause) => {
    const json = confidentialErrorJson(new StatusError({ code: 504, reason: 'Timeout', causes: [cause] }));

    expect(JSON.stringify(json)).not.toContain('hunter2');
    expect(errorFrom(json)).toMatchObject({ isResourceVersionTooLarge: true });
  });
});
