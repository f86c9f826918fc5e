import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { StatusError } from '../../src/objects/index.ts';
import { statusErrorOf } from '../../src/source/index.ts';

const status = (more: object): string => JSON.stringify({ kind: 'Status', apiVersion: 'v1', ...more });

describe('statusErrorOf', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('should tell what a Status tells (P7)', () => {
    const causes = [{ reason: 'FieldValueForbidden', message: 'forbidden', field: 'resourceVersionMatch' }];
    const body = status({ code: 422, reason: 'Invalid', message: 'is invalid', details: { causes } });

    const error = statusErrorOf(422, undefined, body);

    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: 'is invalid',
      causes,
      failure: 'fatal',
      inStream: false,
    });
    expect(error.retryAfterSeconds).toBeUndefined();
  });

  it('should count the HTTP status before the one in the body', () => {
    expect(statusErrorOf(503, null, status({ code: 200 })).code).toBe(503);
  });

  it.each([
    ['the header', '7', {}, 7],
    ['details.retryAfterSeconds', undefined, { retryAfterSeconds: 3 }, 3],
    ['the header before the details', '7', { retryAfterSeconds: 3 }, 7],
    ['neither', null, {}, undefined],
    ['details without a wait', null, { retryAfterSeconds: 0 }, undefined],
    ['details that are no number', null, { retryAfterSeconds: '3' }, undefined],
    ['a header that is nonsense', 'soon', {}, undefined],
    ['a date that is past', 'Wed, 21 Oct 2015 07:28:00 GMT', {}, 0],
  ])('should take the wait from %s', (_, header, details, seconds) => {
    expect(statusErrorOf(429, header, status({ code: 429, details })).retryAfterSeconds).toBe(seconds);
  });

  it('should take the wait from a date', () => {
    jest.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });

    expect(statusErrorOf(503, 'Thu, 01 Jan 2026 00:00:30 GMT', '').retryAfterSeconds).toBe(30);
  });

  it.each([
    [429, 'Too many requests, please try again later.\n', '429: Too many requests, please try again later.'],
    [404, '404 page not found\n', '404: 404 page not found'],
    [500, '', 'answered 500'],
    [502, '<html>\n<body>Bad Gateway</body></html>', 'a web page with status 502'],
    [500, '{"kind":"Pod"}', '500: {"kind":"Pod"}'],
    [500, 'x'.repeat(1_000), `500: ${'x'.repeat(200)}…`],
    [302, 'Found', 'a redirect; it is never followed'],
  ])('should keep status and text where the body is no Status: %d', (code, body, message) => {
    const error = statusErrorOf(code, undefined, body);

    expect(error).toMatchObject({ code, reason: '', message: expect.stringContaining(message) });
  });

  it.each([
    ['null', { details: null, message: null, reason: null }],
    ['of other types', { details: { causes: 'x' }, message: 7, reason: {} }],
    ['causes that are none', { details: { causes: [null, 'x', { reason: 7 }] } }],
  ])('should take a Status whose parts are %s', (_, parts) => {
    expect(statusErrorOf(500, undefined, status(parts))).toMatchObject({ code: 500, reason: '' });
  });
});
