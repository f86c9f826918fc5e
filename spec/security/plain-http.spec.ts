import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import { OptionsError } from 'rx-informer';
import { kubeConfigTransport, type KubeConfigTransportOptions } from 'rx-informer/client-node';
import { type FetchLike, fetchTransport } from 'rx-informer/fetch';
import { configFrom } from '../client-node/support/config-text.ts';
import { startHttpProxy } from '../client-node/support/proxies.ts';
import { closedAfterEach } from '../client-node/support/temporary.ts';
import { failed, get, read } from '../contract/support/harness.ts';

const elsewhere = 'http://kube.invalid:8080';

describe('credentials over plain http', () => {
  const opened = closedAfterEach();
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'location');
  });

  describe('fetchTransport', () => {
    const answering = () => jest.fn<FetchLike>(() => Promise.resolve(new Response('x')));

    it.each([
      { token: () => 'secret' },
      { headers: { Authorization: 'Basic secret' } },
      { headers: { cookie: 'session=secret' } },
    ])('should be refused at the call if they would go to another machine: %j', (options) => {
      expect(() => fetchTransport({ server: elsewhere, ...options })).toThrow(OptionsError);
      expect(() => fetchTransport({ server: elsewhere, ...options })).toThrow('allowInsecureCredentials');
      expect(() => fetchTransport({ server: elsewhere, ...options })).not.toThrow('secret');
    });

    it('should be refused in the headers of a request, which is not sent', async () => {
      const fetch = answering();
      const transport = fetchTransport({ server: elsewhere, fetch });

      expect(await read(transport)).toBe('x');
      expect(await failed(transport, { ...get, headers: { authorization: 'Bearer t' } })).toBeInstanceOf(
        OptionsError,
      );
      expect(fetch).toHaveBeenCalledTimes(1);
    });

    it('should be refused to the own origin of a page over plain http, except to loopback', async () => {
      const fetch = answering();
      const transport = fetchTransport({ server: '/k8s', fetch, token: () => 't' });

      Object.assign(globalThis, { location: { href: 'http://dashboard.example/pods' } });
      expect(await failed(transport)).toBeInstanceOf(OptionsError);
      expect(fetch).not.toHaveBeenCalled();

      Object.assign(globalThis, { location: { href: 'http://localhost:4200/pods' } });
      expect(await read(transport)).toBe('x');
    });

    it('should be sent if the option allows it', async () => {
      const fetch = answering();
      const options = { server: elsewhere, fetch, token: () => 't', allowInsecureCredentials: true };

      expect(await read(fetchTransport(options))).toBe('x');
      expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('authorization')).toBe('Bearer t');
    });
  });

  describe('kubeConfigTransport', () => {
    const to = (server: string, user: object, proxy?: string, options?: KubeConfigTransportOptions) =>
      kubeConfigTransport(
        configFrom(KubeConfig, { server, ...(proxy !== undefined && { 'proxy-url': proxy }) }, user),
        options,
      );

    it.each([{ token: 'secret' }, { username: 'alice', password: 'secret' }])(
      'should not be sent to another machine (%j), also through a proxy',
      async (user) => {
        const proxy = await opened(startHttpProxy());

        const error = await failed(to(elsewhere, user, `http://${proxy.host}`));

        expect(error).toBeInstanceOf(OptionsError);
        expect(String(error)).toContain('allowInsecureCredentials');
        expect(String(error)).not.toContain('secret');
        expect(proxy.asked).toEqual([]);
      },
    );

    it('should not be sent to an address with a password', async () => {
      const proxy = await opened(startHttpProxy());

      const error = await failed(to('http://alice:secret@kube.invalid', {}, `http://${proxy.host}`));

      expect(error).toBeInstanceOf(OptionsError);
      expect(String(error)).not.toContain('secret');
    });

    it('should be sent if the option allows it; requests without credentials are always sent', async () => {
      const proxy = await opened(startHttpProxy());
      const proxyUrl = `http://${proxy.host}`;

      await failed(to(elsewhere, {}, proxyUrl));
      await failed(to(elsewhere, { token: 't' }, proxyUrl, { allowInsecureCredentials: true }));

      expect(proxy.asked).toHaveLength(2);
    });
  });
});
