import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until.ts';
import { type InProcess, inProcess } from '../in-process.ts';

const token = 's3cret-token';
const seed = (data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: colours }\n${data}\n`;

/** Returns the URL that the command has printed. */
async function urlOf({ stdout, output }: InProcess): Promise<string> {
  while (!output().includes('Ctrl-C')) await new Promise((resolve) => stdout.once('data', resolve));
  return /http:\/\/\S+/.exec(output())?.[0] ?? '';
}

describe('rx-informer apiserver', () => {
  let file = '';
  beforeAll(() => {
    file = join(mkdtempSync(join(tmpdir(), 'rx-informer-')), 'seed.yaml');
    writeFileSync(file, seed('data: { sky: blue }'));
  });
  afterAll(() => rmSync(join(file, '..'), { recursive: true }));

  it('should serve its seed to clients with the token, until it is stopped', async () => {
    const environment = { RX_INFORMER_TOKEN: token };
    const server = inProcess(['apiserver', '--port', '0', '--seed', file], { environment });
    const url = await urlOf(server);
    const words = ['watch', 'configmaps', '-o', 'json', '--until-synced', '--server', url];
    const [known, unknown] = [inProcess(words, { environment }), inProcess(words)];

    expect([await known.ended, await unknown.ended]).toEqual([0, 1]);
    expect(JSON.parse(known.output())).toMatchObject({
      key: 'default/colours',
      object: { data: { sky: 'blue' } },
    });
    expect(unknown.errors()).toContain('refused the login');
    server.stop();
    expect(await server.ended).toBe(0);
    expect(server.output() + server.errors()).not.toContain(token);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('should show the requested pods, deployments and nodes', async () => {
    const server = inProcess(['apiserver', '--port', '0']);
    const url = await urlOf(server);
    const start = inProcess(['start', '--server', url]);
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-1' } };
    await fetch(`${url}/api/v1/nodes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(node),
    });

    while (start.output() === '') await new Promise((resolve) => start.stdout.once('data', resolve));
    expect(start.output()).toMatch(/^\d\d:\d\d:\d\d added nodes worker-1 Unknown\n$/);
    start.stop();
    server.stop();
    expect([await start.ended, await server.ended]).toEqual([0, 0]);
  });

  it('should have a user without rights if the conformance checks need one', async () => {
    const server = inProcess(['apiserver', '--port', '0', '--conformance', '--token', token]);
    const url = await urlOf(server);
    const statusFor = async (bearer: string): Promise<number> =>
      (await fetch(`${url}/api/v1/pods`, { headers: { authorization: `Bearer ${bearer}` } })).status;

    expect([await statusFor(token), await statusFor('alice'), await statusFor('bob')]).toEqual([
      200, 403, 401,
    ]);
    server.stop();
    await server.ended;

    const open = inProcess(['apiserver', '--port', '0', '--conformance']);
    expect(await open.ended).toBe(2);
    expect(open.errors()).toContain('--conformance needs --token');
  });

  it('should reserve the token of the user without rights', async () => {
    const server = inProcess(['apiserver', '--port', '0', '--conformance', '--token', 'alice']);

    expect(await server.ended).toBe(2);
    expect(server.errors()).toContain(
      'with --conformance this token belongs to the user without rights; choose another token\n',
    );
  });

  it('should allow the pages of the conformance checks as an origin', async () => {
    const server = inProcess(['apiserver', '--port', '0', '--conformance', '--token', token]);
    const url = await urlOf(server);
    const allowed = async (origin: string): Promise<string | null> =>
      (await fetch(`${url}/version`, { headers: { origin } })).headers.get('access-control-allow-origin');

    expect(await allowed('http://app.example')).toBe('http://app.example');
    expect(await allowed('http://other.example')).toBeNull();
    server.stop();
    expect(await server.ended).toBe(0);
  });

  it('should refuse other origins if the conformance checks need their own', async () => {
    const words = ['--conformance', '--token', token, '--cors-allowed-origins', '^http://a$'];
    const server = inProcess(['apiserver', '--port', '0', ...words]);

    expect(await Promise.race([server.ended, urlOf(server)])).toBe(2);
    expect(server.errors()).toContain(
      '--cors-allowed-origins does not go with --conformance, which allows the pages of http://app.example\n' +
        'Leave out one of the two.\n',
    );
  });

  it('should allow the given origins to read its answers', async () => {
    const server = inProcess(['apiserver', '--port', '0', '--cors-allowed-origins', '//app\\.example$']);
    const url = await urlOf(server);
    const allowed = async (origin: string): Promise<string | null> =>
      (await fetch(`${url}/version`, { headers: { origin } })).headers.get('access-control-allow-origin');

    expect(await allowed('https://app.example')).toBe('https://app.example');
    expect(await allowed('https://app.example.com')).toBeNull();
    server.stop();
    await server.ended;

    const wrong = inProcess(['apiserver', '--port', '0', '--cors-allowed-origins', '(']);
    expect(await wrong.ended).toBe(2);
    expect(wrong.errors()).toContain("--cors-allowed-origins: '(' is not a regular expression");
  });

  it.each(['apiserver', 'demo'])(
    'should refuse a pattern that RE2 does not support, and name it: %s',
    async (command) => {
      const wrong = inProcess([command, '--port', '0', '--cors-allowed-origins', 'a,(?=/b)']);

      expect(await wrong.ended).toBe(2);
      expect(wrong.errors()).toContain(
        "--cors-allowed-origins takes patterns of RE2, without lookaround and backreferences, not '(?=/b)'",
      );
    },
  );

  it('should continue from its snapshot instead of its seed', async () => {
    const snapshot = `${file}.snapshot.json`;
    const words = ['apiserver', '--port', '0', '--seed', file, '--snapshot', snapshot];
    const path = '/api/v1/namespaces/default/configmaps/colours';
    const uids: unknown[] = [];
    for (let round = 0; round < 2; round++) {
      const server = inProcess(words);
      const url = await urlOf(server);
      const { metadata } = (await (await fetch(url + path)).json()) as { metadata: { uid: string } };
      uids.push(metadata.uid);
      server.stop();
      expect(await server.ended).toBe(0);
    }
    expect(uids[0]).toBeDefined();
    expect(uids[1]).toBe(uids[0]);

    writeFileSync(snapshot, readFileSync(snapshot, 'utf8').slice(0, 1000));
    const cut = inProcess(words);
    expect(await cut.ended).toBe(1);
    expect(cut.errors()).toContain('snapshot.json is cut off');
  });

  it.each([
    ['/no/such/folder/a.json', 'cannot write /no/such/folder/a.json (--snapshot): there is no folder'],
    ['/', 'cannot read / (--snapshot): it is a directory'],
    ['/dev/zero', 'cannot read /dev/zero (--snapshot): it is a pipe or a device'],
    ['package.json', '--snapshot: package.json is not a snapshot of an API server'],
  ])('should report immediately that it cannot write a file in %s', async (snapshot, message) => {
    const server = inProcess(['apiserver', '--port', '0', '--snapshot', snapshot]);

    expect(await server.ended).toBe(1);
    expect(server.output()).toBe('');
    expect(server.errors()).toContain(message);
  });

  it('should write no snapshot of an incomplete seed', async () => {
    const [seed, snapshot] = [`${file}.bad.yaml`, `${file}.none.json`];
    writeFileSync(seed, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: A B }\n');
    const server = inProcess(['apiserver', '--port', '0', '--seed', seed, '--snapshot', snapshot]);

    expect(await server.ended).toBe(1);
    expect(existsSync(snapshot)).toBe(false);
  });

  it('should refuse a snapshot of more than 512 MiB before it reads the file', async () => {
    const snapshot = `${file}.large.json`;
    writeFileSync(snapshot, '');
    truncateSync(snapshot, 512 * 1_048_576 + 1); // creates a sparse file, which uses no disk space
    const server = inProcess(['apiserver', '--port', '0', '--snapshot', snapshot]);

    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(
      /cannot read .*large\.json \(--snapshot\): it has more than 536870912 bytes/,
    );
  });

  it('should name the file of a snapshot that is nested too deeply', async () => {
    const snapshot = `${file}.deep.json`;
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const first = inProcess(['apiserver', '--port', '0', '--snapshot', snapshot]);
    await until(() => first.output().includes('is saved in'));
    first.stop();
    await first.ended;
    writeFileSync(snapshot, readFileSync(snapshot, 'utf8').replace('"metadata":', `"x":${deep},$&`));
    const server = inProcess(['apiserver', '--port', '0', '--snapshot', snapshot]);

    expect(await server.ended).toBe(1);
    expect(server.errors()).toContain('deep.json (--snapshot): it is nested too deep\n');
  });

  it('should name the file of a snapshot of another version', async () => {
    const snapshot = `${file}.other.json`;
    writeFileSync(snapshot, '{"kind":"ApiServerSnapshot","apiVersion":"rx-informer/v9"}');
    const server = inProcess(['apiserver', '--port', '0', '--snapshot', snapshot]);

    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(/seed\.yaml\.other\.json \(--snapshot\): .*apiVersion/);
  });

  it('should write a kubeconfig readable only for the user, repeatedly, but over no other file', async () => {
    const kubeconfig = `${file}.kubeconfig`;
    const words = ['apiserver', '--port', '0', '--tls', '--token', token, '--write-kubeconfig'];
    for (let round = 0; round < 2; round++) {
      const server = inProcess([...words, kubeconfig]);
      while (!server.output().includes('Ctrl-C'))
        await new Promise((resolve) => server.stdout.once('data', resolve));
      const [, url = ''] = /listens on (\S+)/.exec(server.output()) ?? [];
      expect(server.output()).toContain(`--kubeconfig ${kubeconfig} get pods`);
      expect(server.output()).not.toContain(token);
      const text = readFileSync(kubeconfig, 'utf8');
      expect([url, token, 'certificate-authority-data'].filter((part) => !text.includes(part))).toEqual([]);
      expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
      server.stop();
      expect(await server.ended).toBe(0);
    }

    for (const [other, message] of [
      [file, 'is there, and not one of ours'],
      ['/no/such/folder/k', 'cannot write /no/such/folder/k (--write-kubeconfig)'],
    ] as const) {
      const server = inProcess([...words, other]);
      expect(await server.ended).toBe(1);
      expect(server.errors()).toContain(message);
    }
    expect(readFileSync(file, 'utf8')).toBe(seed('data: { sky: blue }'));
  });

  it('should apply the given faults', async () => {
    const server = inProcess([
      'apiserver',
      '--port',
      '0',
      '--fault',
      'list nodes 1 503:2',
      '--fault',
      'get * 500',
    ]);
    const url = await urlOf(server);
    const first = await fetch(`${url}/api/v1/nodes`);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await fetch(`${url}/api/v1/nodes`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/nodes/none`)).status).toBe(500);
    server.stop();
    await server.ended;

    const wrong = inProcess(['apiserver', '--fault', 'list nodes nothing']);
    expect(await wrong.ended).toBe(2);
    expect(wrong.errors()).toContain("--fault 'list nodes nothing'");
    expect(wrong.errors()).not.toContain('faults.add');
    expect(wrong.errors()).toContain('such as watch pods 2 dropConnection');

    const short = inProcess(['apiserver', '--fault', 'watch po 1 dropConnection']);
    expect(await short.ended).toBe(2);
    expect(short.errors()).toContain(
      "--fault 'watch po 1 dropConnection': resource must be its plural name, pods",
    );
  });

  it('should report a missing folder for a kubeconfig', async () => {
    const wrong = inProcess(['apiserver', '--port', '0', '--write-kubeconfig', '/no-folder/config']);

    expect(await wrong.ended).not.toBe(0);
    expect(wrong.errors()).toContain(
      'cannot write /no-folder/config (--write-kubeconfig): there is no folder /no-folder',
    );
  });

  it('should serve HTTPS', async () => {
    const server = inProcess(['apiserver', '--port', '0', '--tls']);
    while (!server.output().includes('Ctrl-C'))
      await new Promise((resolve) => server.stdout.once('data', resolve));
    expect(server.output()).toMatch(/listens on https:.*\n.*--insecure-skip-tls-verify/);
    server.stop();
    await server.ended;
  });

  it('should name the file and the document that it cannot plant', async () => {
    const broken = `${file}.broken`;
    writeFileSync(
      broken,
      `${seed('')}---\n${seed('immutable: "perhaps"').replace('ConfigMap', 'ConfigMop')}`,
    );
    const server = inProcess(['apiserver', '--port', '0', '--seed', broken]);

    expect(await server.ended).toBe(1);
    expect(server.output()).toBe('');
    expect(server.errors()).toMatch(/seed\.yaml\.broken, document 2 \(ConfigMop colours\): /);
  });

  it('should report that the port is in use', async () => {
    const first = inProcess(['apiserver', '--port', '0']);
    const { port } = new URL(await urlOf(first));
    const second = inProcess(['apiserver', '--port', port]);

    expect(await second.ended).toBe(1);
    expect(second.errors()).toBe(
      `rx-informer: cannot listen on 127.0.0.1:${port}: the port is in use\nAny free port: --port 0\n`,
    );
    first.stop();
    await first.ended;
  });
});
