import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { type FetchLike, fetchTransport } from '../../src/fetch/index.ts';
import { OptionsError } from '../../src/objects/index.ts';

describe('fetchTransport with a proxy in the environment', () => {
  const { env, execArgv } = process;
  const fetch = jest.fn<FetchLike>(() => Promise.resolve(new Response('x')));
  const token = (): string => 'secret-token';
  const proxy = 'http://proxy.example:3128';

  const transport = (server: string, allowInsecureCredentials = false): ReturnType<typeof fetchTransport> =>
    fetchTransport({ server, token, fetch, allowInsecureCredentials });

  beforeEach(() => {
    fetch.mockClear();
    process.env = {};
    process.execArgv = [];
  });

  afterEach(() => {
    process.env = env;
    process.execArgv = execArgv;
  });

  it.each([
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy },
    { NODE_USE_ENV_PROXY: '1', http_proxy: proxy },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'proxy.example:3128' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'proxy' },
    { NODE_OPTIONS: '--max-old-space-size=99 --use-env-proxy', HTTP_PROXY: proxy },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: 'localhost,127.0.0.11,127.0.0.1:9' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1', no_proxy: '' },
  ])('should refuse to send a token to a loopback address with %p', (given) => {
    process.env = given;

    expect(() => transport('http://127.0.0.1:8001')).toThrow(OptionsError);
    expect(() => transport('http://127.0.0.1:8001')).toThrow('127.0.0.1 without a proxy');
    expect(() => transport('http://127.0.0.1:8001', true)).not.toThrow();
    expect(() => transport('https://127.0.0.1:8001')).not.toThrow();
  });

  it.each([
    { HTTP_PROXY: proxy },
    { NODE_USE_ENV_PROXY: '1' },
    { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: '' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:3128' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '*' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: 'kube.example, LOCALHOST' },
    { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, no_proxy: 'localhost:8001' },
  ])('should send a token to a loopback address with %p', async (given) => {
    process.env = given;

    await lastValueFrom(transport('http://localhost:8001').open({ path: '/' }));

    expect(fetch).toHaveBeenCalledTimes(1);
  });

  describe('set by the program', () => {
    const dispatcher = Symbol.for('undici.globalDispatcher.1');
    const world = globalThis as unknown as Record<symbol, unknown>;
    class Agent {
      readonly isOpen = true;
    }
    class EnvHttpProxyAgent extends Agent {}
    class ProxyAgent extends Agent {}
    afterEach(() => {
      Reflect.deleteProperty(world, dispatcher);
    });

    it.each([
      { HTTP_PROXY: proxy },
      {},
      { HTTPS_PROXY: proxy },
      { NO_PROXY: 'kube.example' },
      { HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1' },
    ])('should refuse to send a token to a loopback address with %p', (given) => {
      process.env = given;
      world[dispatcher] = new EnvHttpProxyAgent();

      expect(() => transport('http://127.0.0.1:8001')).toThrow('127.0.0.1 without a proxy');
      expect(() => transport('https://127.0.0.1:8001')).not.toThrow();
    });

    it.each([{}, { HTTPS_PROXY: proxy }, { HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1' }])(
      'should refuse to send a token if the proxy is not the one of the environment, %p',
      (given) => {
        process.env = given;
        world[dispatcher] = new ProxyAgent();

        expect(() => transport('http://127.0.0.1:8001')).toThrow('127.0.0.1 without a proxy');
      },
    );

    it.each([
      [{}, Object.create(null)],
      [{}, null],
      [{ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1' }, new EnvHttpProxyAgent()],
      [{ HTTP_PROXY: proxy }, new Agent()],
    ])('should send a token to a loopback address with %p and %p', (given, agent) => {
      process.env = given;
      world[dispatcher] = agent;

      expect(() => transport('http://127.0.0.1:8001')).not.toThrow();
    });
  });

  it('should recognise the command-line flag', () => {
    process.env = { HTTP_PROXY: proxy };
    process.execArgv = ['--use-env-proxy'];

    expect(() => transport('http://[::1]:8001')).toThrow(OptionsError);
  });

  it('should send nothing if only the request has a credential', async () => {
    process.env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy };
    const plain = fetchTransport({ server: 'http://127.0.0.1', fetch });

    await lastValueFrom(plain.open({ path: '/' }));
    await expect(lastValueFrom(plain.open({ path: '/', headers: { cookie: 'a=b' } }))).rejects.toThrow(
      OptionsError,
    );

    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
