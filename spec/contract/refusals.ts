import { describe, expect, it } from '@jest/globals';
import { StatusError } from '../../src/objects/index.ts';
import { failed, get, type Subject, serversForEach } from './support/harness.ts';

/** Specs that each transport must pass: responses with a status other than 2xx. */
export function describeRefusals({ make, wire }: Subject): void {
  describe('refusals', () => {
    const serve = serversForEach(wire);

    const status = (code: number, more: object = {}): string =>
      JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, ...more });

    it.each([
      [400, 'BadRequest', 'fatal'],
      [401, 'Unauthorized', 'unauthorized'],
      [403, 'Forbidden', 'forbidden'],
      [404, 'NotFound', 'notFound'],
      [410, 'Expired', 'expired'],
      [422, 'Invalid', 'fatal'],
      [500, 'InternalError', 'transient'],
    ])('should expose the Status of a %d (P7)', async (code, reason, failure) => {
      const server = await serve((_, response) =>
        response.writeHead(code).end(status(code, { reason, message: `because ${reason}` })),
      );

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(StatusError);
      expect(error).toMatchObject({
        code,
        reason,
        failure,
        message: expect.stringContaining(`because ${reason}`),
      });
    });

    it('should expose the time to wait, from the header or from the Status (P11)', async () => {
      const server = await serve((request, response) => {
        const inHeader = request.url?.startsWith('/header') === true;
        response.writeHead(429, inHeader ? { 'retry-after': '7' } : {});
        response.end(inHeader ? 'Too many requests' : status(429, { details: { retryAfterSeconds: 3 } }));
      });
      const transport = make(server.address);

      expect(await failed(transport, { path: '/header' })).toMatchObject({
        retryAfterSeconds: 7,
        failure: 'throttled',
      });
      expect(await failed(transport, { path: '/details' })).toMatchObject({ retryAfterSeconds: 3 });
    });

    it('should show the text of an answer without a Status', async () => {
      const server = await serve((_, response) => response.writeHead(404).end('404 page not found\n'));

      expect(await failed(make(server.address))).toMatchObject({
        code: 404,
        message: expect.stringContaining(
          'the API server answered 404 to GET /api/v1/pods (404 page not found)',
        ),
      });
    });

    it.each([
      [401, 'Unauthorized', /401 to GET \/apis\/example\.com\/v1\/.*Unauthorized.*expired/, /sign in again/],
      [
        403,
        '',
        /403 to GET \/apis\/example\.com\/v1\/.*lacks/,
        /`list` and `watch` on websites\.example\.com/,
      ],
      [
        404,
        '404 page not found',
        /404 to GET \/apis\/example\.com\/v1\/.*plural name/,
        /CustomResourceDefinition/,
      ],
    ])(
      'should name the request, the likely cause and the remedy for a %d without a Status',
      async (code, text, message, advice) => {
        const server = await serve((_, response) => response.writeHead(code).end(text));
        const path = '/apis/example.com/v1/namespaces/shop/websites';

        expect(await failed(make(server.address), { path })).toMatchObject({
          message: expect.stringMatching(message),
          advice: expect.stringMatching(advice),
        });
      },
    );

    it.each([201, 203, 206])('should not accept a %d as the answer to a GET', async (code) => {
      const server = await serve((_, response) => response.writeHead(code).end('{"items":[]}'));

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(StatusError);
      expect(error).toMatchObject({ code, message: expect.stringContaining('only 200 is a whole list') });
    });

    it.each([301, 302, 307, 308])(
      'should not follow a %d, and not send the token to its target',
      async (code) => {
        const elsewhere = await serve((_, response) => response.end('{}'));
        const server = await serve((_, response) =>
          response.writeHead(code, { location: `${elsewhere.address}/login` }).end(),
        );

        const error = await failed(make(server.address, () => 'secret'));

        expect(error).toBeInstanceOf(StatusError);
        expect(error).toMatchObject({
          code,
          failure: 'unauthorized',
          message: expect.stringMatching(/a redirect to GET \/api\/v1\/pods: a login proxy asks to sign in/),
          advice: expect.stringMatching(/^sign in again/),
        });
        expect(elsewhere.seen).toEqual([]);
      },
    );

    it('should read only the necessary part of a refusal', async () => {
      let written = 0;
      const server = await serve((_, response) => {
        response.writeHead(500);
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000;
        };
        response.on('drain', write);
        write();
      });

      expect(await failed(make(server.address))).toMatchObject({ code: 500 });
      await server.quiet();

      expect(written).toBeLessThan(50_000_000);
    });

    it('should use the connection again after a refusal', async () => {
      const server = await serve((_, response) => response.writeHead(404).end(status(404)));
      const transport = make(server.address);

      for (let i = 0; i < 10; i++) await failed(transport);

      expect(server.connections()).toBeLessThan(3);
    });

    it('should remove the token that a refusal repeats', async () => {
      const server = await serve((request, response) =>
        response.writeHead(403).end(`you sent ${request.headers.authorization ?? ''}`),
      );

      const error = (await failed(make(server.address, () => 'a-token-of-some-length'))) as Error;

      expect(error.message).toContain('you sent (not shown)');
    });

    it('should remove the credentials in the headers of the request', async () => {
      const server = await serve((request, response) =>
        response.writeHead(403).end(`you sent ${request.headers.authorization ?? ''}`),
      );
      const headers = { Authorization: 'Basic YWxpY2U6aHVudGVyMg==' };

      const error = (await failed(make(server.address), { ...get, headers })) as Error;

      expect(error.message).toContain('you sent Basic (not shown)');
    });
  });
}
