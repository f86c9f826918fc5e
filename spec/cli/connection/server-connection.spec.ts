import { describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { CommandError } from '../../../src/cli/command-error.ts';
import { connect } from '../../../src/cli/connection/connect.ts';
import type { ConnectionOptions } from '../../../src/cli/connection/connection.ts';
import { temporary } from '../temporary.ts';

const refused = (options: ConnectionOptions, environment = {}): Promise<unknown> =>
  lastValueFrom(connect(options, environment)).catch((error: unknown) => error);

describe('a token and plain http', () => {
  const server = 'http://kube.invalid:8080';

  it('should be refused before any request, with hints', async () => {
    for (const error of [
      await refused({ server, token: 'a-secret' }),
      await refused({ server }, { RX_INFORMER_TOKEN: 'a-secret' }),
    ]) {
      expect(error).toBeInstanceOf(CommandError);
      expect(error).toMatchObject({
        message: expect.stringContaining(server),
        hints: [expect.stringContaining('--allow-insecure-credentials')],
      });
      expect(JSON.stringify(error) + String(error)).not.toContain('a-secret');
    }
  });

  it.each([{ server }, { server: 'http://127.0.0.1:1', token: 't' }])(
    'should be allowed for %j',
    async (options) => {
      expect(await refused(options)).toMatchObject({ server: options.server });
    },
  );

  it('should be allowed on request', async () => {
    expect(await refused({ server, token: 't', allowInsecureCredentials: true })).toMatchObject({ server });
  });

  it.each([{ token: 't' }, { username: 'a', password: 'b' }, { exec: { command: 'never-run' } }])(
    'should also be refused for the user %j of a kubeconfig',
    async (user) => {
      const home = temporary();
      const kubeconfig = home.write(
        'config',
        JSON.stringify({
          'current-context': 'x',
          contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
          clusters: [{ name: 'c', cluster: { server } }],
          users: [{ name: 'u', user }],
        }),
      );

      expect(await refused({ kubeconfig })).toMatchObject({
        hints: [expect.stringContaining('--allow-insecure-credentials')],
      });
      home.remove();
    },
  );

  it('should be refused if the proxy is on another machine, with the name of the proxy', async () => {
    const home = temporary();
    const cluster = { server: 'http://127.0.0.1:1', 'proxy-url': 'http://n:proxy-pw@proxy.invalid:3128' };
    const kubeconfig = home.write(
      'config',
      JSON.stringify({
        'current-context': 'x',
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        clusters: [{ name: 'c', cluster }],
        users: [{ name: 'u', user: { token: 'a-secret' } }],
      }),
    );

    expect(await refused({ kubeconfig })).toMatchObject({
      message:
        'a token or password would go to http://127.0.0.1:1 through the proxy proxy.invalid without encryption, so nothing was sent',
      hints: [expect.stringContaining('--allow-insecure-credentials')],
    });
    home.remove();
  });
});
