import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import process from 'node:process';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { command } from './command.ts';
import { sourceFlags } from '../support/source-flags.ts';

const token = 'a-token-that-nobody-sees';

describe('rx-informer watch', () => {
  let server: ApiServer;
  let login: readonly string[];
  beforeEach(async () => {
    server = createApiServer({ tokens: { [token]: 'admin' } });
    login = ['--server', (await server.listen()).url];
  });
  afterEach(() => server.close());

  const configMap = (name: string, data: Readonly<Record<string, string>>) =>
    ({ metadata: { name, namespace: 'default' }, data }) as const;

  it('should print every change as exactly one line of JSON, and exit with 0 on Ctrl-C', async () => {
    const { objects } = server;
    const first = objects.create(core.v1.configmaps, configMap('colours', { sky: 'blue' }));
    const watch = command(['watch', 'configmaps', '-o', 'json', ...login], { RX_INFORMER_TOKEN: token });
    await watch.lines(1);

    const second = objects.update(core.v1.configmaps, configMap('colours', { sky: 'grey' }));
    const other = objects.create(core.v1.configmaps, configMap('more', {}));
    objects.create(core.v1.configmaps, {
      ...configMap('elsewhere', {}),
      metadata: { name: 'a', namespace: 'kube-system' },
    });
    objects.delete(core.v1.configmaps, 'default/colours');
    const lines = (await watch.lines(4)).map((line) => JSON.parse(line) as { object: { metadata: object } });
    watch.child.kill('SIGINT');

    expect(await watch.ended).toEqual({ code: 0, signal: null });
    const last = { ...second, metadata: { ...second.metadata, resourceVersion: expect.any(String) } };
    expect(lines).toEqual([
      { type: 'added', key: 'default/colours', cause: 'initial', object: first },
      { type: 'updated', key: 'default/colours', cause: 'watch', object: second, old: first },
      { type: 'added', key: 'default/more', cause: 'watch', object: other },
      { type: 'deleted', key: 'default/colours', cause: 'watch', finalStateKnown: true, object: last },
    ]);
    const statuses = watch
      .errors()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { phase: string });
    expect(statuses.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['listing', 'watching']));
    expect(watch.output() + watch.errors()).not.toContain(token);
  });

  it('should print the first complete list and end with --until-synced', async () => {
    const { objects } = server;
    for (const name of ['a', 'b', 'c']) objects.create(core.v1.configmaps, configMap(name, {}));

    const watch = command(['watch', 'configmaps', '--until-synced', '--token', token, ...login]);

    expect(await watch.ended).toEqual({ code: 0, signal: null });
    expect(
      watch
        .output()
        .replace(/\d/g, '0')
        .replace(/ age.*/g, ''),
    ).toBe(['a', 'b', 'c'].map((name) => `00:00:00 added configmaps default/${name}\n`).join(''));
  });

  it('should print the shards of a collection, each object in exactly one, with --shard', async () => {
    const names = Array.from({ length: 30 }, (_, nth) => `part-${nth}`);
    for (const name of names) server.objects.create(core.v1.configmaps, configMap(name, { part: 'yes' }));

    const parts = await Promise.all(
      ['0/2', '1/2'].map(async (shard) => {
        const words = ['watch', 'configmaps', '-o', 'json', '--until-synced', '--shard', shard, ...login];
        const watch = command(words, { RX_INFORMER_TOKEN: token });
        expect(await watch.ended).toEqual({ code: 0, signal: null });
        const lines = watch.output().trimEnd().split('\n');
        return lines.map((line) => (JSON.parse(line) as { readonly key: string }).key);
      }),
    );

    const part = (key: string): boolean => key.startsWith('default/part-');
    expect(parts.flat().filter(part).toSorted()).toEqual(names.map((name) => `default/${name}`).toSorted());
    expect(parts.every((keys) => keys.some(part))).toBe(true);
  });

  it('should report that its output cannot be written, for example to a full disk', async () => {
    server.objects.create(core.v1.configmaps, configMap('full', {}));
    const full = openSync('/dev/full', 'w');
    const words = ['watch', 'configmaps', '--until-synced', ...login];
    const child = spawn(process.execPath, [...sourceFlags, 'src/cli/main.ts', ...words], {
      env: { ...process.env, HOME: '', KUBECONFIG: '', XDG_CACHE_HOME: '', RX_INFORMER_TOKEN: token },
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const [code] = (await once(child, 'close')) as [number | null];
    const said = errors.split('\n').filter((line) => line.startsWith('rx-informer:'));

    expect(said).toEqual(['rx-informer: cannot write the output: no space is left on the device']);
    expect(code).toBe(1);
  });

  it('should end without a message when its reader closes the pipe, as head does', async () => {
    const { objects } = server;
    objects.create(core.v1.configmaps, configMap('a', {}));
    const watch = command(['watch', 'configmaps', '-A', '--token', token, ...login]);
    await watch.lines(1);
    watch.child.stdout?.destroy();
    // Changes an object until the command ends. The command notices a closed pipe only when it writes its next line.
    const writing = setInterval(
      () => objects.patch(core.v1.configmaps, 'default/a', { data: { at: String(Date.now()) } }),
      50,
    );

    expect(await watch.ended).toEqual({ code: 0, signal: null });
    clearInterval(writing);
    expect(watch.errors()).not.toMatch(/error|EPIPE|^ +at /m);
  });
});
