import { KubeConfig } from '@kubernetes/client-node';
import { describe, expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { kubeConfigOf, urlOf } from '../../src/apiserver/kube-config.ts';

function loaded(text: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(text);
  return config;
}

describe('kubeConfigOf', () => {
  it.each([undefined, 's3cret', 'true', '12: 34'])('should be valid for client-node (token %s)', (token) => {
    const config = loaded(kubeConfigOf('http://127.0.0.1:8080', token));

    expect(config.getCurrentCluster()).toMatchObject({
      server: 'http://127.0.0.1:8080',
      skipTLSVerify: true,
    });
    expect(config.getCurrentUser()?.token).toBe(token);
    expect(config.getContextObject(config.getCurrentContext())?.namespace).toBe('default');
  });

  it('should put an IPv6 address in brackets', () => {
    expect(urlOf('::1', 80)).toBe('http://[::1]:80');
    expect(urlOf('localhost', 80)).toBe('http://localhost:80');
  });
});

describe('kubeConfig', () => {
  it('should contain the address and the first token', async () => {
    const server = createApiServer({ tokens: { first: 'a', second: 'b' } });
    const { url } = await server.listen();

    const config = loaded(server.kubeConfig());
    await server.close();

    expect(config.getCurrentCluster()?.server).toBe(url);
    expect(config.getCurrentUser()?.token).toBe('first');
  });

  it('should explain that the server has no address yet', () => {
    expect(() => createApiServer().kubeConfig()).toThrow('await listen() first');
  });
});
