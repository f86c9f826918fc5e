import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { sourceScript } from 'rx-informer/testing';
import { refusal, streamingRefused } from '../../src/testing/refusal.ts';

describe('refusal', () => {
  it.each([
    [400, 'BadRequest', 'the server rejected our request for an unknown reason'],
    [401, 'Unauthorized', 'Unauthorized'],
    [403, 'Forbidden', 'forbidden: this client may not do that'],
    [404, 'NotFound', 'the server could not find the requested resource'],
    [409, 'Conflict', 'Operation cannot be fulfilled: the object has been modified'],
    [410, 'Expired', 'too old resource version'],
    [422, 'Invalid', 'the server rejected our request due to an error in our request'],
    [429, 'TooManyRequests', 'too many requests, please try again later'],
    [500, 'InternalError', 'Internal error occurred'],
    [503, 'ServiceUnavailable', 'the server is currently unable to handle the request'],
    [504, 'Timeout', 'Timeout: request did not complete within the allotted timeout'],
  ])('should give %d the reason and the message of an API server', (code, reason, message) => {
    expect(refusal(code)).toMatchObject({ code, reason, message: expect.stringContaining(message) });
  });

  it('should prefer the given reason and message', () => {
    expect(refusal(409, { reason: 'AlreadyExists', message: 'pods "a" already exists' })).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: expect.stringContaining('pods "a" already exists'),
    });
  });

  it('should give no reason for a code without one', () => {
    expect(refusal(418)).toMatchObject({ code: 418, reason: '' });
  });

  it('should refuse a streamed list like a server without the feature WatchList', () => {
    const message = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';

    expect(streamingRefused()).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: expect.stringContaining(
        `ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: ${message}`,
      ),
      causes: [
        { reason: 'FieldValueForbidden', message: `Forbidden: ${message}`, field: 'sendInitialEvents' },
      ],
    });
  });

  it.each([300, 599])('should accept the status %d', (code) => {
    expect(() => sourceScript().error(code)).not.toThrow();
  });

  it.each([299, 600, 404.5, 200])('should refuse the status %p', (code) => {
    expect(() => sourceScript().error(code)).toThrow(OptionsError);
    expect(() => sourceScript().error(code)).toThrow(/an HTTP status from 300 to 599/);
  });
});
