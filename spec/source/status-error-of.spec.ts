import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { StatusError } from '../../src/objects/index.ts';
import { statusErrorOf } from '../../src/source/index.ts';

const status = (more: object): string => JSON.stringify({ kind: 'Status', apiVersion: 'v1', ...more });

describe('statusErrorOf', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('should expose the fields of a Status (P7)', () => {
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

  it('should prefer the HTTP status to the code in the body', () => {
    expect(statusErrorOf(503, null, status({ code: 200 })).code).toBe(503);
  });

  it.each([
    ['the header', '7', {}, 7],
    ['details.retryAfterSeconds', undefined, { retryAfterSeconds: 3 }, 3],
    ['the header before the details', '7', { retryAfterSeconds: 3 }, 7],
    ['neither', null, {}, undefined],
    ['details without a wait', null, { retryAfterSeconds: 0 }, undefined],
    ['details that are not a number', null, { retryAfterSeconds: '3' }, undefined],
    ['a header with blanks around', ' 12 ', {}, 12],
    ['an invalid header', 'soon', {}, undefined],
    ['a number that is followed by text', '7x', {}, undefined],
    ['a number that follows text', 'x7', {}, undefined],
    ['a past date', 'Wed, 21 Oct 2015 07:28:00 GMT', {}, 0],
  ])('should read retryAfterSeconds from %s', (_, header, details, seconds) => {
    expect(statusErrorOf(429, header, status({ code: 429, details })).retryAfterSeconds).toBe(seconds);
  });

  it('should read retryAfterSeconds from a date', () => {
    jest.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });

    expect(statusErrorOf(503, 'Thu, 01 Jan 2026 00:00:30 GMT', '').retryAfterSeconds).toBe(30);
    jest.setSystemTime(new Date('2026-01-01T00:00:00.400Z'));
    expect(statusErrorOf(503, 'Thu, 01 Jan 2026 00:00:30 GMT', '').retryAfterSeconds).toBe(30);
  });

  it.each([
    [429, 'Too many requests, please try again later.\n', '429: Too many requests, please try again later.'],
    [404, '404 page not found\n', '404: 404 page not found'],
    [500, '', 'answered 500'],
    [502, '<html>\n<body>Bad Gateway</body></html>', 'a web page with status 502'],
    [500, '{"kind":"Pod"}', '500: {"kind":"Pod"}'],
    [500, 'x'.repeat(200), `500: ${'x'.repeat(200)}`],
    [500, 'x'.repeat(1_000), `500: ${'x'.repeat(200)}…`],
    [300, '', 'answered 300, a redirect: a login proxy asks to sign in'],
    [302, 'Found', 'answered 302, a redirect: a login proxy asks to sign in'],
    [399, '', 'answered 399, a redirect: a login proxy asks to sign in'],
    [400, '', 'answered 400'],
    [199, 'odd', 'answered 199: odd'],
    [200, 'x', 'came with status 200, and only 200 is a whole list or watch'],
    [206, 'x', 'came with status 206, and only 200 is a whole list or watch'],
    [299, 'x', 'came with status 299, and only 200 is a whole list or watch'],
    [500, ' a \n\t b ', 'answered 500: a b'],
  ])('should keep status and text if the body is not a Status: %d', (code, body, message) => {
    const error = statusErrorOf(code, undefined, body);

    expect(error).toMatchObject({ code, reason: '', message: expect.stringContaining(message) });
    expect(error.message.endsWith(message) || code < 400 || body.startsWith('<')).toBe(true);
  });

  it.each([
    ['null', { details: null, message: null, reason: null }],
    ['of other types', { details: { causes: 'x' }, message: 7, reason: {} }],
    ['invalid causes', { details: { causes: [null, 'x', { reason: 7 }] } }],
  ])('should accept a Status whose parts are %s', (_, parts) => {
    expect(statusErrorOf(500, undefined, status(parts))).toMatchObject({ code: 500, reason: '' });
  });

  const pods = { path: '/api/v1/namespaces/shop/pods' };
  const of = (code: number, said: string, request: Parameters<typeof statusErrorOf>[3] = pods): StatusError =>
    statusErrorOf(code, undefined, status({ code, ...(said !== '' && { message: said }) }), request);

  it('should name the resource, the likely causes and the remedy after a 404', () => {
    const crd = { path: '/apis/example.com/v1/website' };

    for (const said of ['404 page not found', 'the server could not find the requested resource']) {
      const error = of(404, said);
      expect(error.message).toContain('answered 404 to GET /api/v1/namespaces/shop/pods');
      expect(error.message).toContain("no resource 'pods' in v1 with a namespace");
      expect(error.message).toContain("the plural name in lower case ('pods', not 'pod' or 'Pod')");
      expect(error.message).toContain("pods are in no namespace, and 'shop' was given");
      expect(error.message).not.toContain('CustomResourceDefinition');
      expect(error.advice).toContain('kubectl api-resources');
      expect(error.failure).toBe('notFound');
    }
    expect(of(404, '', crd).message).toMatch(
      /'website' in example\.com\/v1.*CustomResourceDefinition is not installed$/,
    );
    expect(of(404, '', crd).advice).toContain('install the CustomResourceDefinition');
    expect(of(404, '', { path: '/version' }).message).toContain('nothing at this path');
  });

  it('should keep the wait, the reason and the causes when it adds a text', () => {
    const details = { causes: [{ reason: 'a', message: 'b' }] };
    const body = status({ code: 403, reason: 'Forbidden', details });

    expect(statusErrorOf(403, '9', body, pods)).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      retryAfterSeconds: 9,
      causes: details.causes,
    });
    expect(statusErrorOf(403, null, body, pods)).toHaveProperty('retryAfterSeconds', undefined);
    expect(statusErrorOf(404, '9', '', pods).retryAfterSeconds).toBe(9);
  });

  it.each([
    [404, '404 page not found.'],
    [404, 'notfound'],
    [404, 'Not Found'],
    [403, 'Forbidden'],
  ])('should put a server message without any name in brackets: %i %s', (code, said) => {
    expect(of(code, said).message).toMatch(
      `the API server answered ${code} to GET /api/v1/namespaces/shop/pods (${said}): `,
    );
    expect(of(code, '').message).toMatch(
      `the API server answered ${code} to GET /api/v1/namespaces/shop/pods: `,
    );
  });

  it('should describe likely causes in whole sentences', () => {
    expect(of(404, '', { path: '/api/v1/pods' })).toMatchObject({
      message:
        "the API server answered 404 to GET /api/v1/pods: the server has no resource 'pods' in v1; perhaps resource is not the plural name in lower case ('pods', not 'pod' or 'Pod'), or group or version is wrong",
      advice: 'compare group, version, plural and scope with what `kubectl api-resources` prints',
    });
    expect(of(404, '', { path: '/apis/a.b/v1/namespaces/n/gears' })).toMatchObject({
      message:
        "the API server answered 404 to GET /apis/a.b/v1/namespaces/n/gears: the server has no resource 'gears' in a.b/v1 with a namespace; perhaps resource is not the plural name in lower case ('pods', not 'pod' or 'Pod'), group or version is wrong, its CustomResourceDefinition is not installed, or gears are in no namespace, and 'n' was given",
      advice:
        'compare group, version, plural and scope with what `kubectl api-resources` prints; install the CustomResourceDefinition if it is missing',
    });
    expect(of(404, '', { path: '/metrics' }).advice).toBe(
      'correct the path, or the address of the server where the API stands behind a path of its own',
    );
  });

  it.each([
    ['', ''],
    ['{"error":"no route"}', ' ({"error":"no route"})'],
  ])('should name a wrong address first if the body of a 404 is not a Status: %j', (body, said) => {
    const error = statusErrorOf(404, undefined, body, { path: '/apis/example.com/v1/websites' });

    expect(error.failure).toBe('notFound');
    expect(error.message).toMatch(
      `the API server answered 404 to GET /apis/example.com/v1/websites${said}: the address is not that of a Kubernetes API: the answer is not a Kubernetes Status; or the server has no resource 'websites' in example.com/v1; perhaps `,
    );
    expect(error.advice).toBe(
      'check the address of the server, with the path of a proxy in front of it; if the address is right, compare group, version, plural and scope with what `kubectl api-resources` prints; install the CustomResourceDefinition if it is missing',
    );
  });

  it('should name a wrong address last if the body is the text of an API server for an unknown group', () => {
    const error = statusErrorOf(404, undefined, '404 page not found\n', pods);

    expect(error.message).toMatch(
      /\(404 page not found\): the server has no resource 'pods' .*; or the address is not that of a Kubernetes API: the answer is not a Kubernetes Status$/,
    );
    expect(error.advice).toMatch(/^compare group.*; if that does not help, check the address of the server/);
  });

  it('should not doubt the address if the body of a 404 is a Status', () => {
    for (const said of ['', '404 page not found']) {
      expect(of(404, said).message).not.toContain('address');
      expect(of(404, said).advice).not.toContain('address');
    }
  });

  it('should keep a message that already names the request', () => {
    const error = of(403, 'no /api/v1/namespaces/shop/pods for you');

    expect(error.message).toBe('no /api/v1/namespaces/shop/pods for you');
    expect(of(403, 'pods is forbidden: no').message).toBe(
      'pods is forbidden: no (403 for GET /api/v1/namespaces/shop/pods)',
    );
  });

  it('should keep a message that names the object', () => {
    const error = of(404, 'pods "web" not found', { path: '/api/v1/namespaces/shop/pods/web' });

    expect(error.message).toBe('pods "web" not found (404 for GET /api/v1/namespaces/shop/pods/web)');
    expect(error.advice).toContain('may have been deleted');
  });

  it.each([
    [pods, "`list` and `watch` on pods in the namespace 'shop'"],
    [{ path: '/apis/apps/v1/deployments' }, '`list` and `watch` on deployments.apps in the whole cluster'],
    [{ path: '/api/v1/nodes/a' }, '`get` on nodes in the whole cluster'],
    [{ ...pods, method: 'POST' }, '`create` on pods'],
    [{ ...pods, method: 'DELETE' }, '`deletecollection` on pods'],
    [{ path: '/api/v1/namespaces/shop/pods/a/status', method: 'PATCH' }, '`patch` on pods/status'],
    [{ path: '/api/v1/namespaces/shop/pods/a', method: 'DELETE' }, '`delete` on pods'],
    [{ path: '/api/v1/namespaces/shop/pods/a', method: 'PUT' }, '`update` on pods'],
    [{ path: '/metrics' }, 'the right to GET /metrics'],
  ] as const)('should name the missing permission: %j', (request, right) => {
    expect(of(403, '', request).message).toContain(right);
    expect(of(403, 'pods is forbidden: User "jane" cannot list', request).advice).toContain(right);
  });

  it('should advise to give a token when the server treated the request as anonymous', () => {
    expect(of(403, 'pods is forbidden: User "system:anonymous" cannot list').advice).toContain(
      'give a token',
    );
  });

  it('should explain a 401 without details', () => {
    expect(of(401, 'Unauthorized')).toMatchObject({
      message: expect.stringMatching(
        /GET \/api\/v1\/namespaces\/shop\/pods \(Unauthorized\).*missing, wrong or expired/,
      ),
      advice: expect.stringMatching(/^sign in again/),
      failure: 'unauthorized',
    });
  });

  it('should advise to sign in when a proxy answers with a web page', () => {
    const error = statusErrorOf(403, undefined, '<html>Sign in</html>', pods);

    expect(error.message).toContain('a web page with status 403 to GET /api/v1/namespaces/shop/pods');
    expect(error.advice).toMatch(/^sign in again/);
    expect(statusErrorOf(401, undefined, '<html>', pods).advice).toBe(error.advice);
    expect(statusErrorOf(502, undefined, '<html>', pods).advice).not.toMatch(/^sign in again/);
  });

  it('should shorten a long path', () => {
    expect(of(404, '', { path: `/api/v1/${'x'.repeat(10_000)}` }).message.length).toBeLessThan(1_000);
  });
});
