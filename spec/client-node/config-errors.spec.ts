import { describe, expect, it } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import { type KubeConfigLike, kubeConfigTransport } from 'rx-informer/client-node';
import { failed } from '../contract/support/harness.ts';
import { configLike } from './support/config-like.ts';

const thrownBy = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};
const failing = (server: string, cluster: object = {}): Promise<unknown> =>
  failed(kubeConfigTransport(configLike(server, { cluster })));

describe('kubeConfigTransport, with an invalid config or option', () => {
  it.each([
    ['nothing', undefined, ', not undefined'],
    ['an object with one of two functions', { getCurrentCluster: () => ({ server: 'https://a' }) }, ''],
    ['an object with the other function', { applyToHTTPSOptions: () => Promise.resolve() }, ''],
  ])('should list the functions that a config must have: %s', (_, config, not) => {
    expect(thrownBy(() => kubeConfigTransport(config as KubeConfigLike))).toMatchObject({
      name: 'OptionsError',
      option: 'kubeConfigTransport: config',
      message: `kubeConfigTransport: config must be a KubeConfig, or what has its getCurrentCluster and applyToHTTPSOptions${not}`,
    });
  });

  it('should explain that a config was not loaded, and which function loads it', () => {
    expect(thrownBy(() => kubeConfigTransport(new KubeConfig()))).toMatchObject({
      option: 'kubeConfigTransport: config',
      given: '(not shown)',
      message:
        'kubeConfigTransport: config must be a KubeConfig with a current cluster: call loadFromDefault() or another of its load methods first, and look whether the kubeconfig names a current-context that it has',
    });
  });

  it('should name an unknown option and the nearest known one', () => {
    const options = { headerstimeout: 1 } as object;

    expect(thrownBy(() => kubeConfigTransport(configLike('https://a'), options))).toMatchObject({
      message: "kubeConfigTransport: unknown option 'headerstimeout'; did you mean 'headersTimeout'?",
    });
  });

  it('should fail if a config has lost its current cluster', async () => {
    let cluster: { server: string } | null = { server: 'https://127.0.0.1:1' };
    const transport = kubeConfigTransport({ ...configLike(''), getCurrentCluster: () => cluster });
    cluster = null;

    expect(await failed(transport)).toMatchObject({
      name: 'OptionsError',
      option: 'kubeConfigTransport: config',
      given: '(not shown)',
      message: 'kubeConfigTransport: config must be one with a current cluster',
    });
  });

  it.each([
    ['ftp://host', '"ftp://host"'],
    ['xhttp://host', '"xhttp://host"'],
    ['http://', '"http://"'],
  ])('should show a server that is not an http URL: %s', async (server, shown) => {
    expect(await failing(server)).toMatchObject({
      name: 'OptionsError',
      message: `kubeConfigTransport: the cluster's server must be an http or https URL, not ${shown}`,
    });
  });

  it('should not show a server with a password', async () => {
    expect(await failing('ftp://alice:hunter2@host')).toMatchObject({
      given: '(not shown)',
      message: "kubeConfigTransport: the cluster's server must be an http or https URL",
    });
  });

  it.each([
    [{ tlsServerName: 12 }, 'tls-server-name must be a text, not 12'],
    [{ skipTLSVerify: 'false' }, 'insecure-skip-tls-verify must be true or false, not "false"'],
  ])('should describe the allowed values of %j', async (members, says) => {
    expect(await failing('https://127.0.0.1:1', members)).toMatchObject({
      message: `kubeConfigTransport: the cluster's ${says}`,
    });
  });

  it.each(['ftp://alice:hunter2@proxy', 'socks5://', 'proxy:3128'])(
    'should describe the allowed values of proxy-url, and not show it: %s',
    async (proxyUrl) => {
      expect(await failing('https://127.0.0.1:1', { proxyUrl })).toMatchObject({
        given: '(not shown)',
        message: "kubeConfigTransport: the cluster's proxy-url must be an http, https, socks4 or socks5 URL",
      });
    },
  );

  it('should describe the allowed passwords for a socks5 proxy, and not show the password', async () => {
    const proxyUrl = `socks5://alice:${'p'.repeat(256)}@proxy`;

    expect(await failing('https://127.0.0.1:1', { proxyUrl })).toMatchObject({
      given: '(not shown)',
      message:
        "kubeConfigTransport: the user name and password in the cluster's proxy-url must be at most 255 bytes each for a socks5 proxy",
    });
  });
});
