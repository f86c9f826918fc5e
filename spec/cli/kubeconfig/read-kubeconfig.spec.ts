import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { CommandError } from '../../../src/cli/command-error.ts';
import { type Kubeconfig, mergeKubeconfigs } from '../../../src/cli/kubeconfig/kubeconfig.ts';
import { readKubeconfig as readingKubeconfig } from '../../../src/cli/kubeconfig/read-kubeconfig.ts';
import { type Temporary, temporary } from '../temporary.ts';

const readKubeconfig = (file: string): Promise<Kubeconfig> => lastValueFrom(readingKubeconfig(file));

const text = `
apiVersion: v1
kind: Config
current-context: one
contexts:
- {name: one, context: {cluster: c, user: u, namespace: shop}}
clusters:
- {name: c, cluster: {server: https://a, certificate-authority: ca/ca.crt}}
- {name: c, cluster: {server: https://second}}
- {cluster: {server: https://nameless}}
- 3
users:
- {name: u, user: {client-certificate: /abs/u.crt, client-key: ../u.key, exec: {command: ./login, args: [a]}}}
- {name: v, user: {tokenFile: token, exec: {command: aws}}}
- {name: w}
`;

describe('readKubeconfig', () => {
  let home: Temporary;
  beforeAll(() => {
    home = temporary();
  });
  afterAll(() => home.remove());
  const refusal = async (content: string): Promise<string> => {
    try {
      await readKubeconfig(home.write('bad', content));
    } catch (error) {
      if (error instanceof CommandError && error.exitCode === 1) return error.message;
      throw error;
    }
    return '';
  };

  it('should read clusters, users and contexts, with paths relative to the file, and the first of two equal names', async () => {
    const config = await readKubeconfig(home.write('dir/config', text));

    expect(config.currentContext).toBe('one');
    expect([...config.contexts]).toEqual([['one', { cluster: 'c', user: 'u', namespace: 'shop' }]]);
    expect([...config.clusters]).toEqual([
      ['c', { server: 'https://a', 'certificate-authority': home.path('dir', 'ca', 'ca.crt') }],
    ]);
    expect(Object.fromEntries(config.users)).toEqual({
      u: {
        'client-certificate': '/abs/u.crt',
        'client-key': home.path('u.key'),
        exec: { command: home.path('dir', 'login'), args: ['a'] },
      },
      v: { tokenFile: home.path('dir', 'token'), exec: { command: 'aws' } },
      w: {},
    });
  });

  it('should merge several files as kubectl does: the first entry with a name wins completely', async () => {
    const first = await readKubeconfig(home.write('first', 'users: [{name: u, user: {token: t}}]'));
    const second = await readKubeconfig(home.write('second', text));
    const third = await readKubeconfig(
      home.write('third', text.replace('current-context: one', 'current-context: x')),
    );
    const merged = mergeKubeconfigs([first, second, third]);

    expect(merged.currentContext).toBe('one');
    expect(merged.users.get('u')).toEqual({ token: 't' });
    expect([...merged.users.keys()].sort()).toEqual(['u', 'v', 'w']);
    expect(merged.clusters.get('c')).toMatchObject({ server: 'https://a' });
  });

  it('should read a large file in slices, and yield to the event loop between slices', async () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `- {name: n${at}, user: {token: t}}`);
    const file = home.write('large', `users:\n${names.join('\n')}`);
    let turns = 0;
    let isRead = false;
    const count = (): void => {
      turns++;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const { users } = await readKubeconfig(file);
    isRead = true;

    expect(users.size).toBe(2_000);
    expect(turns).toBeGreaterThan(3);
  });

  it('should refuse a file that would take too long in one piece', async () => {
    const signs = `[${'{},'.repeat(70_000)}0]`;
    const tooLarge =
      /it has more than 200000 keys, values and signs, or one of more than 1048576 characters$/;

    expect(await refusal(signs)).toMatch(tooLarge);
    expect(await refusal(`a: "${'x'.repeat(1_048_575)}"`)).toMatch(tooLarge);
    expect(await refusal(`a: "${'x'.repeat(1_048_574)}"`)).toBe('');
  });

  it('should name the limit that levels or aliases exceed', async () => {
    const lists = Array.from({ length: 6 }, (_, at) => `x${at}: &x${at} [${`*x${at - 1},`.repeat(10)}]`);
    const texts = `s: &s ${'x'.repeat(1_000_000)}\nt: [*s, *s, *s, *s]`;

    expect(await refusal(['x: &x-1 [a]', ...lists].join('\n'))).toMatch(
      /bad is not a kubeconfig: its aliases and merges stand for more than 100000 values, as line \d shows$/,
    );
    expect(await refusal(texts)).toMatch(
      /: its aliases and merges stand for more than 3145728 characters, as line 1 shows$/,
    );
    expect(await refusal(`a:\n  ${'['.repeat(501)}${']'.repeat(501)}`)).toMatch(
      /: it is nested deeper than 500 levels, as line 2 shows$/,
    );
  });

  it('should accept an empty file, as kubectl does', async () => {
    for (const content of ['', '# nothing\n', '{}', 'contexts: null'])
      expect((await readKubeconfig(home.write('empty', content))).contexts.size).toBe(0);
  });

  it('should describe an error in one line, without any content of the file', async () => {
    const secret = 's3cret';
    const broken = [
      `users:\n- name: u\n  user: {token: ${secret}`,
      `users:\n  token: ${secret}: ${secret}`,
      `token: *${secret}`,
      `{${secret}`,
      `\tusers: ${secret}`,
      `"${secret}`,
    ];
    for (const content of broken) {
      expect(await refusal(content)).toMatch(/bad is not a kubeconfig: it is not YAML/);
      expect(await refusal(content)).not.toContain(secret);
    }
    expect(await refusal(secret)).toMatch(/bad is not a kubeconfig: it has no clusters, users and contexts$/);
    expect(await refusal('[1]')).toMatch(/it has no clusters, users and contexts$/);
    await expect(readKubeconfig(home.directory)).rejects.toThrow('it is a directory');
  });
});
