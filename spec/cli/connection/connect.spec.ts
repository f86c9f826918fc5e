import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { CommandError } from '../../../src/cli/command-error.ts';
import { connect } from '../../../src/cli/connection/connect.ts';
import type { Connection, ConnectionOptions } from '../../../src/cli/connection/connection.ts';
import { type Temporary, temporary } from '../temporary.ts';

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

  it('should take the server, else what was typed, else what is listed, else what is at home', async () => {
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

  it('should talk to nobody that was not named', async () => {
    expect(await refusal({})).toEqual([
      'no cluster to talk to: give --kubeconfig FILE or --server URL',
      'KUBECONFIG is not set, there is no ~/.kube/config, and this is no pod of a cluster.',
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
