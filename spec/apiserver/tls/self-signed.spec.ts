import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import { afterEach, describe, expect, it } from '@jest/globals';
import { firstValueFrom, reduce } from 'rxjs';
import { type StartedApiServer, startApiServer } from 'rx-informer/apiserver';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { selfSigned } from '../../../src/apiserver/tls/self-signed.ts';

describe('selfSigned', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);
  const { cert, key, ca } = selfSigned(['localhost', '10.1.2.3', 'fe80::1:2', '::1'], now);
  const x509 = new X509Certificate(cert);

  it('should be signed with its own key, as an authority', () => {
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.checkIssued(x509)).toBe(true);
    expect(x509.ca).toBe(true);
    expect(ca).toBe(cert);
    expect(key).toContain('PRIVATE KEY');
  });

  it('should be valid only for the given hosts', () => {
    expect(x509.checkHost('localhost')).toBe('localhost');
    expect(x509.checkHost('example.com')).toBeUndefined();
    for (const address of ['10.1.2.3', 'fe80::1:2', '::1']) expect(x509.checkIP(address)).toBe(address);
    expect(x509.checkIP('10.1.2.4')).toBeUndefined();
  });

  it('should be valid from an hour ago for ten years', () => {
    expect(Date.parse(x509.validFrom)).toBe(now - 3_600_000);
    expect(Date.parse(x509.validTo)).toBe(now + 10 * 365 * 86_400_000);
  });

  it('should write a time from 2050 on in the long form', () => {
    const later = new X509Certificate(selfSigned(['localhost'], Date.UTC(2049, 0, 1)).cert);
    expect(new Date(later.validTo).getUTCFullYear()).toBe(2058);
  });
});

describe('an API server with tls', () => {
  let server: StartedApiServer | undefined;
  afterEach(() => server?.close());

  it('should be trusted with its kubeconfig', async () => {
    server = await startApiServer({ tls: true, tokens: { 'a-token-of-mine': 'me' } });
    expect(server.url).toMatch(/^https:/);
    const config = new KubeConfig();
    config.loadFromString(server.kubeConfig());

    const body$ = kubeConfigTransport(config).open({ path: '/version' });
    const text = await firstValueFrom(body$.pipe(reduce((all, bytes) => all + bytes.length, 0)));
    expect(text).toBeGreaterThan(0);
    expect(config.getCurrentCluster()?.skipTLSVerify).toBe(false);
  });

  it('should not be trusted without it', async () => {
    server = await startApiServer({ tls: true });
    const { url } = server;
    const asked = new Promise((resolve, reject) => {
      request(`${url}/version`, resolve).on('error', reject).end();
    });
    await expect(asked).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('should use the given certificate', async () => {
    const given = selfSigned(['127.0.0.1'], Date.now());
    server = await startApiServer({ tls: given });
    const { url } = server;
    const code = await new Promise((resolve, reject) => {
      request(`${url}/version`, { ca: given.cert }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(code).toBe(200);
  });

  it('should not show a key in an error', async () => {
    const tls = { key: 'a very secret key' };
    await expect(startApiServer({ tls: tls as never })).rejects.toThrow(/^(?!.*secret).*tls/);
  });
});
