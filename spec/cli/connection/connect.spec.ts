import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lastValueFrom } from 'rxjs';
import { ConnectionError } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { CommandError } from '../../../src/cli/command-error.ts';
import { connect } from '../../../src/cli/connection/connect.ts';
import type { Connection, ConnectionOptions } from '../../../src/cli/connection/connection.ts';
import { type Temporary, temporary } from '../temporary.ts';
import { authorityIn } from './authority-in.ts';

const config = (server: string): string =>
  JSON.stringify({
    'current-context': 'one',
    contexts: [
      { name: 'one', context: { cluster: 'kube' } },
      { name: 'two', context: { cluster: 'kube', namespace: 'shop' } },
    ],
    clusters: [{ name: 'kube', cluster: { server } }],
  });

describe('connect', () => {
  let home: Temporary;
  let listed = '';
  beforeAll(() => {
    home = temporary();
    home.write('.kube/config', config('https://at-home'));
    listed = home.write('listed', config('https://listed'));
  });
  afterAll(() => home.remove());
  const connected = (
    options: ConnectionOptions,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Connection> => lastValueFrom(connect(options, environment));
  const refusal = async (
    options: ConnectionOptions,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<readonly string[]> => {
    const error: unknown = await connected(options, environment).catch((reason: unknown) => reason);
    if (!(error instanceof CommandError)) throw error;
    expect(error.exitCode).toBe(2);
    return [error.message, ...error.hints];
  };

  it('should use the server, then the given kubeconfig, then KUBECONFIG, then the one in the home directory', async () => {
    const environment = { HOME: home.directory, KUBECONFIG: listed };

    expect(await connected({ server: 'https://typed/' }, environment)).toMatchObject({
      server: 'https://typed',
    });
    expect(await connected({ kubeconfig: home.path('.kube', 'config') }, environment)).toMatchObject({
      server: 'https://at-home',
    });
    expect(await connected({}, environment)).toMatchObject({ server: 'https://listed' });
    expect(await connected({ context: 'two' }, environment)).toMatchObject({ namespace: 'shop' });
    expect(await connected({}, { HOME: home.directory })).toMatchObject({ server: 'https://at-home' });
  });

  it('should trust the given authority, and log in with the token', async () => {
    const api = createApiServer({ tokens: { 's3cret-token': 'anna' } });
    const { url: server } = await api.listen({ tls: true });
    const certificateAuthority = home.write('ca.crt', authorityIn(api.kubeConfig()));
    const ask = async (options: ConnectionOptions): Promise<unknown> =>
      lastValueFrom((await connected(options)).transport.open({ path: '/api' })).catch(
        (error: unknown) => error,
      );

    expect(await ask({ server, certificateAuthority, token: 's3cret-token' })).toBeInstanceOf(Uint8Array);
    expect(await ask({ server, certificateAuthority, token: 'another' })).toMatchObject({ code: 401 });
    expect(await ask({ server, certificateAuthority })).toMatchObject({ code: 401 });
    expect(await ask({ server, token: 's3cret-token' })).toBeInstanceOf(ConnectionError);
    await api.close();
  });

  it('should send no credentials without a login', async () => {
    const logins: unknown[] = [];
    const listener = createServer(({ headers }, response) => {
      logins.push(headers.authorization);
      response.end('{}');
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const server = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    for (const options of [{ server }, { server, token: 's3cret-token' }])
      await lastValueFrom((await connected(options)).transport.open({ path: '/api' }));

    expect(logins).toEqual([undefined, 'Bearer s3cret-token']);
    listener.close();
  });

  it('should explain an invalid authority', async () => {
    const file = home.write('none.crt', 'hello');
    const server = 'https://typed';

    expect(await refusal({ server, certificateAuthority: file })).toEqual([
      `${file} holds no certificate in PEM form (--certificate-authority)`,
    ]);
    expect(await refusal({ server, certificateAuthority: '/no/such/file' })).toEqual([
      'cannot read /no/such/file (--certificate-authority): there is no such file',
    ]);
  });

  it('should give hints if the server refuses', async () => {
    expect(await connected({ server: 'https://typed' })).toMatchObject({
      loginHint: 'Is the token right and not expired? It comes from --token or RX_INFORMER_TOKEN.',
      authorityHint: 'Give the certificate of its authority: --certificate-authority FILE',
    });
  });

  it('should send a token without encryption if that is allowed, for any kind of connection', async () => {
    const kubeconfig = home.write(
      'plain',
      JSON.stringify({
        'current-context': 'one',
        contexts: [{ name: 'one', context: { cluster: 'kube', user: 'anna' } }],
        clusters: [{ name: 'kube', cluster: { server: 'http://kube.invalid' } }],
        users: [{ name: 'anna', user: { token: 's3cret-token' } }],
      }),
    );
    const server = 'http://kube.invalid';

    expect(await refusal({ kubeconfig })).toEqual([
      'a token or password would go to http://kube.invalid without encryption, so nothing was sent',
      'Use https://. Where the network itself is trusted or encrypted: --allow-insecure-credentials',
    ]);
    for (const options of [{ kubeconfig }, { server, token: 's3cret-token' }]) {
      const { transport } = await connected({ ...options, allowInsecureCredentials: true });
      const asked = lastValueFrom(transport.open({ path: '/api' }));

      await expect(asked).rejects.toThrow(/^no answer from http:\/\/kube\.invalid/); // this name never resolves
    }
  });

  it('should send no request to a server that was not given', async () => {
    expect(await refusal({})).toEqual([
      'no cluster is configured: give --kubeconfig FILE or --server URL',
      'KUBECONFIG is not set, there is no ~/.kube/config, and the command does not run in a pod of a cluster.',
    ]);
    expect((await refusal({}, { HOME: '/nowhere' }))[1]).toContain('there is no /nowhere/.kube/config');
    expect((await refusal({}, { HOME: home.directory, KUBECONFIG: '/no' }))[1]).toContain(
      'KUBECONFIG names no file that exists: /no',
    );
    expect(await refusal({ context: 'two' })).toEqual([
      'there is no kubeconfig that could have the context “two”',
      'KUBECONFIG is not set, there is no ~/.kube/config',
    ]);
  });
});
