import { describe, expect, it, jest } from '@jest/globals';
import process from 'node:process';
import { inspect } from 'node:util';
import { lastValueFrom } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { kubeConfigTransport } from '../../src/client-node/index.ts';
import type { Transport } from '../../src/source/index.ts';
import { failed, read } from '../contract/support/harness.ts';
import { startServer, type TestServer, until } from '../contract/support/http-server.ts';
import { clientNodes } from '../contract/support/kube-config.ts';
import { selfSigned } from '../contract/support/self-signed.ts';
import { clusterOf, configFrom } from './support/config-text.ts';
import { later } from './support/later.ts';
import { startSecureServer } from './support/secure-server.ts';
import { closedAfterEach, foldersForEach } from './support/temporary.ts';
import { pluginIn } from './support/plugin.ts';

const folder = foldersForEach();
const opened = closedAfterEach();

/** Starts a server that accepts only the token that `token()` returns. */
async function serverThatTakes(token: () => string): Promise<TestServer> {
  return opened(
    startServer(({ headers, url }, response) => {
      const list = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] };
      if (headers.authorization !== `Bearer ${token()}`) response.writeHead(401).end('who are you?');
      else if (url?.includes('watch=true') === true && !url.includes('sendInitialEvents'))
        response.flushHeaders();
      else if (url?.includes('watch=true') === true) response.writeHead(422).end();
      else response.end(JSON.stringify(list));
    }),
  );
}

const tokensOf = (server: TestServer): unknown[] => server.seen.map(({ headers }) => headers.authorization);

describe.each(clientNodes)('an exec plugin, %s', (_, KubeConfig) => {
  const transportWith = ({ address }: TestServer, user: object): Transport =>
    kubeConfigTransport(configFrom(KubeConfig, { server: address }, user));

  it('should run once while its credentials are valid, also for concurrent requests', async () => {
    const server = await serverThatTakes(() => 'token-1');
    const plugin = pluginIn(folder(), 'credential({ token: `token-${runs}` });');
    const transport = transportWith(server, { exec: plugin.exec });

    await Promise.all(Array.from({ length: 10 }, () => read(transport)));
    for (let i = 0; i < 5; i++) await read(transport);

    expect(plugin.runs()).toBe(1);
    expect(new Set(tokensOf(server))).toEqual(new Set(['Bearer token-1']));
  });

  it('should run again when its credentials have expired', async () => {
    const server = await serverThatTakes(() => 'token-2');
    const plugin = pluginIn(
      folder(),
      `const expirationTimestamp = new Date(Date.now() + (runs === 1 ? -1_000 : 3_600_000)).toISOString();
       credential({ token: \`token-\${runs}\`, expirationTimestamp });`,
    );
    const transport = transportWith(server, { exec: plugin.exec });

    await failed(transport);
    await read(transport);
    await read(transport);

    expect(tokensOf(server)).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-2']);
    expect(plugin.runs()).toBe(2);
  });

  it('should provide client certificates, and new ones when they have expired', async () => {
    const server = await opened(startSecureServer());
    const [alice, bob] = [selfSigned('alice'), selfSigned('bob')];
    const plugin = pluginIn(
      folder(),
      `const { cert, key } = [${JSON.stringify(alice)}, ${JSON.stringify(bob)}][runs - 1];
       const expirationTimestamp = new Date(Date.now() + 60_000).toISOString();
       credential({ clientCertificateData: cert, clientKeyData: key, expirationTimestamp });`,
    );
    const transport = kubeConfigTransport(configFrom(KubeConfig, clusterOf(server), { exec: plugin.exec }));

    await read(transport);
    await read(transport);
    await later(61_000, () => read(transport));
    await until(() => server.open() === 1);

    expect(server.callers.map(({ name }) => name)).toEqual(['alice', 'alice', 'bob']);
    expect(server.handshakes()).toBe(2);
  });

  it('should run again after a 401, although its credentials have not expired', async () => {
    let good = 'token-1';
    const server = await serverThatTakes(() => good);
    const plugin = pluginIn(
      folder(),
      `const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
       credential({ token: \`token-\${runs}\`, expirationTimestamp });`,
    );
    const transport = transportWith(server, { exec: plugin.exec });

    await read(transport);
    good = 'token-2';
    expect(await failed(transport)).toMatchObject({ code: 401 });
    await read(transport);
    await read(transport);

    expect(plugin.runs()).toBe(2);
  });

  it('should run once for many requests that were refused at the same time', async () => {
    let good = 'token-1';
    const server = await serverThatTakes(() => good);
    const plugin = pluginIn(folder(), 'credential({ token: `token-${runs}` });');
    const transport = transportWith(server, { exec: plugin.exec });
    const again = (): Promise<string> => read(transport).catch(() => read(transport));

    await read(transport);
    good = 'token-2';
    await Promise.all(Array.from({ length: 10 }, again));

    expect(plugin.runs()).toBe(2);
  });

  it('should not run again for a 401 to older credentials', async () => {
    const held: (() => void)[] = [];
    const server = await opened(
      startServer(({ headers, url }, response) => {
        const refuse = (): void => void response.writeHead(401).end('who are you?');
        if (headers.authorization === 'Bearer token-2') response.end('{}');
        else if (url?.includes('late') === true) held.push(refuse);
        else refuse();
      }),
    );
    const plugin = pluginIn(folder(), 'credential({ token: `token-${runs}` });');
    const transport = transportWith(server, { exec: plugin.exec });
    const late = lastValueFrom(transport.open({ path: '/late' })).catch((error: unknown) => error);
    await until(() => held.length === 1);
    await failed(transport);
    await read(transport);
    held[0]?.();
    expect(await late).toMatchObject({ code: 401 });
    await later(6_000, () => read(transport));

    expect(plugin.runs()).toBe(2);
  });

  it('should run once for all transports of one config, first and after a 401', async () => {
    let good = 'token-1';
    const server = await serverThatTakes(() => good);
    const plugin = pluginIn(folder(), 'credential({ token: `token-${runs}` });');
    const config = configFrom(KubeConfig, { server: server.address }, { exec: plugin.exec });
    const transports = Array.from({ length: 5 }, () => kubeConfigTransport(config));

    await Promise.all(transports.map((transport) => read(transport)));
    expect(plugin.runs()).toBe(1);
    good = 'token-2';
    await Promise.all(transports.map((transport) => failed(transport)));
    for (const transport of transports) await read(transport);

    expect(plugin.runs()).toBe(2);
  });

  it('should not run in a loop while the server refuses its credentials, but again after 5 s', async () => {
    const server = await serverThatTakes(() => 'none');
    const plugin = pluginIn(folder(), 'credential({ token: `token-${runs}` });');
    const transport = transportWith(server, { exec: plugin.exec });

    for (let i = 0; i < 20; i++) expect(await failed(transport)).toMatchObject({ code: 401 });
    expect(plugin.runs()).toBe(2);
    await later(5_100, () => failed(transport));

    expect(plugin.runs()).toBe(3);
  });

  it('should run again after a 401 although the clock was set back since the last run', async () => {
    let good = 'token-1';
    const server = await serverThatTakes(() => good);
    const plugin = pluginIn(folder(), 'credential({ token: `token-${runs}` });');
    const transport = transportWith(server, { exec: plugin.exec });
    const renewed = async (token: string): Promise<string> => {
      good = token;
      await failed(transport);
      return read(transport);
    };

    await read(transport);
    await renewed('token-2');
    await later(-3_600_000, () => renewed('token-3'));

    expect(plugin.runs()).toBe(3);
  });

  it('should run once more when it has not answered for 5 minutes', async () => {
    const server = await serverThatTakes(() => 'token-2');
    const plugin = pluginIn(
      folder(),
      'if (runs === 1) setTimeout(() => 0, 1_000); else credential({ token: `token-${runs}` });',
    );
    const transport = transportWith(server, { exec: plugin.exec });

    const hanging = failed(transport);
    await until(() => plugin.runs() === 1);
    const body = await later(300_100, () => read(transport));

    expect(body).toContain('ConfigMapList');
    expect(await hanging).toMatchObject({ name: 'ConnectionError' });
  });

  it('should let an informer sync without a wait after a 401', async () => {
    let good = 'token-1';
    const server = await serverThatTakes(() => good);
    const plugin = pluginIn(folder(), 'credential({ token: `token-${runs}` });');
    const transport = transportWith(server, { exec: plugin.exec });
    await read(transport);
    good = 'token-2';

    const maps = informer(listWatch(transport, core.v1.configmaps));
    const failures: unknown[] = [];
    const listening = maps.status$.subscribe((status) => failures.push(status));
    const running = maps.changes().subscribe();
    await until(() => maps.store.hasSynced);
    running.unsubscribe();
    listening.unsubscribe();

    expect(inspect(failures, { depth: 3 })).toContain("failure: 'unauthorized'");
    expect(plugin.runs()).toBe(2);
  });

  it.each([
    [
      'fails',
      `console.error('run "login": session eyJhbGciOi.abcdefghijkl.secret has ended'); process.exit(1);`,
    ],
    ['prints text that is not JSON', `console.log('eyJhbGciOi.abcdefghijkl.secret');`],
    ['prints incomplete JSON', `console.log('{"status":{"token":"eyJhbGciOi.abcdefghijkl.secret"');`],
  ])('should not have its secrets repeated in the error when it %s', async (_case, body) => {
    const server = await serverThatTakes(() => 'x');
    const plugin = pluginIn(folder(), body);

    const error = await failed(transportWith(server, { exec: plugin.exec }));

    expect(error).toMatchObject({ name: 'ConnectionError', failure: 'unauthorized', answered: false });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('eyJ');
    expect((error as { cause: Error }).cause.message).toMatch(
      /^(run "login": session|what a plugin printed)/,
    );
    expect(server.seen).toEqual([]);
  });

  const byHand = 'run it by hand to see why';
  it.each([
    ['nothing', '', `printed something that is not JSON; ${byHand}`],
    ['another object', `console.log('{"kind":"Pod"}')`, `printed no ExecCredential with a status; ${byHand}`],
    ['null', `console.log('null')`, 'printed neither a token nor a client certificate'],
    ['no credential', 'credential({})', `printed neither a token nor a client certificate; ${byHand}`],
    ['an empty token', `credential({ token: '' })`, `printed neither a token nor a client certificate`],
    [
      'a token of blanks',
      `credential({ token: ' \\t\\n' })`,
      'printed a token that is not a string, or has only blanks',
    ],
    [
      'an object as a token',
      `credential({ token: { a: 'x' } })`,
      `printed a token that is not a string, or has only`,
    ],
    [
      'an array as a token',
      `credential({ token: ['token-2'] })`,
      `printed a token that is not a string, or has only`,
    ],
    ['a number as a token', `credential({ token: 12 })`, `printed a token that is not a string, or has only`],
    ['no reason for its failure', 'process.exit(3)', `failed and said nothing; ${byHand}`],
    ['too much', `for (;;) require('node:fs').writeSync(1, 'x'.repeat(65_536));`, 'wrote more than 1048576'],
    ['too many errors', `for (;;) require('node:fs').writeSync(2, 'x'.repeat(65_536));`, 'wrote more than'],
    [
      'too much, by its own child process',
      `require('node:child_process').spawnSync('yes', { stdio: 'inherit' });`,
      'wrote more than 1048576 characters and was killed',
    ],
  ])('should be named in the error when it prints %s, and run again', async (_case, body, words) => {
    const server = await serverThatTakes(() => 'token-2');
    const plugin = pluginIn(folder(), `if (runs === 2) credential({ token: 'token-2' }); else { ${body} }`);
    const transport = transportWith(server, { exec: plugin.exec });

    const error = (await failed(transport)) as Error;

    expect(error).toMatchObject({
      name: 'ConnectionError',
      failure: 'unauthorized',
      answered: false,
      message: expect.stringContaining(`the exec plugin '${process.execPath}' of the kubeconfig`),
    });
    expect(error.message).toContain(words);
    expect(server.seen).toEqual([]);
    expect(await read(transport)).toContain('ConfigMapList');
  });

  it.each([
    ['colours', '\u001b[32mhunter-token\u001b[0m'],
    ['a line end', 'hunter\r\nx-evil: token'],
    ['a NUL', 'hunter\0token'],
    ['characters outside Latin-1', 'hunter-t\u00f6k\u20acn'],
  ])('should be named in the error when its token holds %s, and run again', async (_case, bad) => {
    const server = await serverThatTakes(() => 'token-2');
    const plugin = pluginIn(
      folder(),
      `credential({ token: runs === 1 ? ${JSON.stringify(bad)} : \`token-\${runs}\` });`,
    );
    const transport = transportWith(server, { exec: plugin.exec });

    const error = (await failed(transport)) as Error;

    expect(error).toMatchObject({ name: 'ConnectionError', failure: 'unauthorized', answered: false });
    expect(error.message).toContain('printed a token that holds a character that HTTP does not allow');
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter');
    expect(await read(transport)).toContain('ConfigMapList');
    await read(transport);
    expect(plugin.runs()).toBe(2);
    expect(tokensOf(server)).toEqual(['Bearer token-2', 'Bearer token-2']);
  });

  it('should be killed after 5 minutes', async () => {
    const server = await serverThatTakes(() => 'x');
    const plugin = pluginIn(folder(), 'setInterval(() => 0, 1_000);');
    const timers: (() => void)[] = [];
    const setTimer = globalThis.setTimeout;
    const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay: number) => {
      if (delay !== 300_000) return setTimer(run, delay);
      timers.push(run);
      return undefined;
    }) as unknown as typeof setTimeout);

    const hanging = failed(transportWith(server, { exec: plugin.exec }));
    await until(() => plugin.runs() === 1 && timers.length > 0);
    timers.forEach((run) => run());
    spy.mockRestore();

    expect(await hanging).toMatchObject({
      message: expect.stringContaining('did not end within 5 minutes and was killed'),
    });
  });

  it('should be killed when the process exits', async () => {
    const server = await serverThatTakes(() => 'token');
    const plugin = pluginIn(folder(), 'setInterval(() => undefined, 1_000);');
    const before = process.listeners('exit');
    const added = () => process.listeners('exit').filter((listener) => !before.includes(listener));
    const answers = [1, 2].map(() => failed(transportWith(server, { exec: plugin.exec })));
    await until(() => plugin.runs() === 2);
    expect(added()).toHaveLength(1);

    for (const listener of added()) listener(0);

    for (const answer of answers) expect(await answer).toMatchObject({ failure: 'unauthorized' });
    expect(added()).toEqual([]);
  });

  it('should end an informer immediately if it is not installed, with its install hint', async () => {
    const server = await serverThatTakes(() => 'x');
    const exec = { command: 'no-such-plugin', installHint: 'Install it:\n  brew install no-such-plugin' };
    const maps = informer(listWatch(transportWith(server, { exec }), core.v1.configmaps));

    await expect(lastValueFrom(maps.changes())).rejects.toMatchObject({
      failure: 'fatal',
      message: expect.stringContaining(
        "'no-such-plugin' of the kubeconfig was not found in the PATH: Install it: brew install no-such-plugin",
      ),
    });
  });

  it('should be retried if it disappears after it worked, as during an upgrade', async () => {
    const server = await serverThatTakes(() => 'token-1');
    const plugin = pluginIn(
      folder(),
      'credential({ token: "token-1", expirationTimestamp: new Date(0).toISOString() });',
    );
    const config = configFrom(KubeConfig, { server: server.address }, { exec: plugin.exec });
    const transport = kubeConfigTransport(config);

    await read(transport);
    Object.assign((config.getCurrentUser() as unknown as { exec: object }).exec, {
      command: '/no/such/plugin',
    });

    expect(await failed(transport)).toMatchObject({ failure: 'unauthorized' });
  });

  it('should be named in the error if it is not installed', async () => {
    const server = await serverThatTakes(() => 'x');
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: '/no/such/plugin',
      args: ['--key=x'],
    };

    const error = await failed(transportWith(server, { exec }));

    expect(error).toMatchObject({
      failure: 'fatal',
      message: expect.stringContaining("the exec plugin '/no/such/plugin'"),
      cause: { code: 'ENOENT', message: 'spawn /no/such/plugin ENOENT' },
    });
    expect(inspect(error, { depth: null })).not.toContain('--key');
  });
});

describe.each(clientNodes)('an auth-provider, %s', (_, KubeConfig) => {
  const transportWith = ({ address }: TestServer, name: string, config: object): Transport =>
    kubeConfigTransport(configFrom(KubeConfig, { server: address }, { 'auth-provider': { name, config } }));

  it('should read a token file again after a 401, before one minute has passed', async () => {
    let good = 'one';
    const server = await serverThatTakes(() => good);
    const { write } = folder();
    const transport = transportWith(server, 'tokenFile', { tokenFile: write('token', 'one\n') });

    await read(transport);
    write('token', 'two\n');
    good = 'two';
    expect(await failed(transport)).toMatchObject({ code: 401 });
    await read(transport);

    expect(tokensOf(server)).toEqual(['Bearer one', 'Bearer one', 'Bearer two']);
  });

  it('should name the problem with a token of a file, and read the file again', async () => {
    const server = await serverThatTakes(() => 'two');
    const { write } = folder();
    const transport = transportWith(server, 'tokenFile', { tokenFile: write('token', 'hunter\none\n') });

    const error = await failed(transport);
    write('token', 'two\n');

    expect(error).toMatchObject({
      failure: 'unauthorized',
      answered: false,
      message: expect.stringContaining('the token holds a character that HTTP does not allow'),
    });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter');
    expect(await read(transport)).toContain('ConfigMapList');
    expect(tokensOf(server)).toEqual(['Bearer two']);
  });

  it.each(['gcp', 'azure'])('should run the command of %s, and again after a 401', async (name) => {
    let good = 'token-1';
    const server = await serverThatTakes(() => good);
    const home = folder();
    const plugin = pluginIn(
      home,
      `console.log(JSON.stringify({ token: \`token-\${runs}\`, expiry: '2100-01-01T00:00:00Z' }));`,
    );
    const transport = transportWith(server, name, {
      'cmd-path': process.execPath,
      'cmd-args': plugin.script,
      'token-key': '{.token}',
      'expiry-key': '{.expiry}',
    });

    await read(transport);
    await read(transport);
    good = 'token-2';
    await failed(transport);
    await read(transport);

    expect(plugin.runs()).toBe(2);
    expect(tokensOf(server).at(-1)).toBe('Bearer token-2');
  });

  it('should keep a token of gcp that no command can renew', async () => {
    const server = await serverThatTakes(() => 'none');
    const transport = transportWith(server, 'gcp', { 'access-token': 'fixed' });

    await failed(transport);
    expect(await failed(transport)).toMatchObject({ code: 401 });

    expect(tokensOf(server)).toEqual(['Bearer fixed', 'Bearer fixed']);
  });

  describe('oidc', () => {
    const settings = {
      'id-token': jwt(1),
      'refresh-token': 'refresh-1',
      'client-id': 'me',
      'idp-issuer-url': 'https://issuer.invalid',
    };

    /**
     * Returns a config with an OIDC issuer. The tokens of the issuer have an expiry. The issuer does not rotate the
     * refresh token.
     */
    function withIssuer(server: TestServer, user: object): { transport: Transport; refreshed: string[] } {
      const refreshed: string[] = [];
      const config = configFrom(
        KubeConfig,
        { server: server.address },
        {
          'auth-provider': { name: 'oidc', config: user },
        },
      );
      const { authenticators } = config as unknown as { authenticators: { getClient?: unknown }[] };
      const oidc = authenticators.find((each) => typeof each.getClient === 'function');
      if (oidc === undefined) throw new Error('client-node has no oidc any more');
      oidc.getClient = () =>
        Promise.resolve({
          refresh: (token: string) => {
            refreshed.push(token);
            const id = jwt(refreshed.length + 1);
            return Promise.resolve({ id_token: id, refresh_token: undefined, expires_at: 3_600 });
          },
        });
      return { transport: kubeConfigTransport(config), refreshed };
    }

    it('should ask its issuer once after a 401, and keep the values that the issuer does not renew', async () => {
      let good = jwt(1);
      const server = await serverThatTakes(() => good);
      const { transport, refreshed } = withIssuer(server, { ...settings });

      await read(transport);
      good = jwt(2);
      await failed(transport);
      for (let i = 0; i < 5; i++) await read(transport);
      good = jwt(3);
      await later(5_100, () => failed(transport));
      await later(5_200, () => read(transport));

      expect(refreshed).toEqual(['refresh-1', 'refresh-1']);
    });

    it('should send its token if the token cannot be renewed', async () => {
      const server = await serverThatTakes(() => 'none');
      const { transport, refreshed } = withIssuer(server, { 'id-token': jwt(1) });

      await failed(transport);
      await failed(transport);

      expect(tokensOf(server)).toEqual(Array(2).fill(`Bearer ${jwt(1)}`));
      expect(refreshed).toEqual([]);
    });
  });
});

/** Returns an unsigned JWT that is valid for many years. */
function jwt(id: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: 4_000_000_000, jti: String(id) })}.c2ln`;
}
