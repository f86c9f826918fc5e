import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { run } from '../../../src/cli/run.ts';
import { until } from '../../support/until.ts';
import { inProcess } from '../in-process.ts';
import { fakeTerminal } from '../live/terminal.ts';
import { temporary, type Temporary } from '../temporary.ts';

const token = 's3cret-token';

describe('rx-informer watch, in this process', () => {
  let server: ApiServer;
  let url = '';
  let home: Temporary;
  beforeAll(async () => {
    server = createApiServer({ tokens: { [token]: 'admin' } });
    ({ url } = await server.listen());
    server.objects.create(core.v1.namespaces, { metadata: { name: 'shop' } });
    for (const [name, namespace] of [
      ['a', 'default'],
      ['b', 'shop'],
      ['c', 'shop'],
    ] as const)
      server.objects.create(core.v1.configmaps, { metadata: { name, namespace } });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    home = temporary();
  });
  afterEach(() => home.remove());

  const login = (): readonly string[] => ['--server', url, '--token', token];
  const watch = (...words: readonly string[]) =>
    inProcess(['watch', ...words, ...login()], { environment: { XDG_CACHE_HOME: home.directory } });
  const synced = async (...words: readonly string[]) => {
    const command = watch(...words, '--until-synced');
    const code = await command.ended;
    return { code, lines: command.output().split('\n').slice(0, -1), errors: command.errors() };
  };
  const keptFile = (): string => {
    const directory = home.path('rx-informer', 'discovery');
    return join(directory, readdirSync(directory)[0] ?? '');
  };
  const kept = (): string => readFileSync(keptFile(), 'utf8');
  /** Changes the cached discovery document of the server. */
  const haveKept = (change: (text: string) => string): void => {
    const old = kept();
    expect(change(old)).not.toBe(old);
    writeFileSync(keptFile(), change(old));
  };

  it.each([
    [['pods', '-n', 'No Name'], '--namespace takes the name of a namespace, not "No Name"'],
    [['pods', '-l', 'a in'], '--selector must be a label selector'],
    [['pods', '--field-selector', 'a'], '--field-selector must be'],
    [['pods,'], '"pods," is not a list of resources'],
  ])('should refuse %j before it sends a request', async (words, problem) => {
    const command = inProcess(['watch', ...words, '--server', 'http://127.0.0.1:1']);

    expect(await command.ended).toBe(2);
    expect(command.errors()).toContain(problem);
  });

  it('should write lines for people, or lines of JSON', async () => {
    const [table, json] = [await synced('cm/a'), await synced('cm/a', '-o', 'json')];

    expect([table.code, json.code]).toEqual([0, 0]);
    expect(table.lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d added configmaps default\/a/)]);
    expect(json.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'added', key: 'default/a' },
    ]);
    expect(table.errors).toMatch(/^\d\d:\d\d:\d\d watching configmaps, 1 object$/m);
    expect(json.errors).toMatch(/^{.*"phase":"watching".*}$/m);
  });

  it('should show the objects that its namespace and its selectors allow', async () => {
    expect((await synced('cm', '-n', 'shop')).lines).toHaveLength(2);
    expect((await synced('cm', '-A', '--field-selector', 'metadata.name=c')).lines).toEqual([
      expect.stringContaining('configmaps shop/c'),
    ]);
    expect((await synced('cm', '-n', 'shop', '-l', 'color=red')).lines).toEqual([]);
  });

  it('should show each object in exactly one shard of a collection', async () => {
    const parts = await Promise.all(['0/2', '1/2'].map((shard) => synced('cm', '-A', '--shard', shard)));
    const shown = parts.flatMap(({ lines }) => lines.map((line) => line.split(' ')[3] ?? ''));

    expect(shown.filter((key) => /^(default|shop)\/[abc]$/.test(key)).sort()).toEqual([
      'default/a',
      'shop/b',
      'shop/c',
    ]);
  });

  it('should list the other meanings of a name', async () => {
    const text = 'ev is taken for events.v1; it could also be events.events.k8s.io';
    const [table, json] = [await synced('ev', '-A'), await synced('ev', '-A', '-o', 'json')];

    expect(table.errors.split('\n')[0]?.slice('00:00:00 '.length)).toBe(text);
    const notices = json.errors
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly resource?: string; readonly notice?: string })
      .filter(({ notice }) => notice !== undefined);
    expect(notices).toEqual([{ resource: 'events', notice: text }]);
  });

  it('should cache the discovery of the server, and request it again if it is out of date', async () => {
    await synced('cm');
    haveKept((text) => text.replaceAll('"configmaps"', '"ghosts"'));
    const one = await synced('ghosts');

    expect(one).toMatchObject({ code: 1, lines: [] });
    expect(one.errors).toMatch(/^rx-informer: the server has no resource “ghosts”\n/m);
    expect(kept()).toContain('"configmaps"');
  });

  it('should follow a collection under its current version', async () => {
    await synced('ns');
    haveKept((text) =>
      text.replaceAll('"group":"apps","version":"v1"', '"group":"apps","version":"v1beta1"'),
    );

    expect(await synced('deploy')).toMatchObject({ code: 0, lines: [] });
  });

  it('should write nothing twice if the cached version of one collection is out of date', async () => {
    await synced('cm');
    haveKept((text) =>
      text.replaceAll('"group":"apps","version":"v1"', '"group":"apps","version":"v1beta1"'),
    );
    const several = await synced('cm,deploy', '-A');

    expect(several.code).toBe(1);
    expect(several.lines.filter((line) => line.includes('default/a'))).toHaveLength(1);
    expect(several.errors).toMatch(/^rx-informer: .* answered 404/m);
  });

  it('should continue with the reason if the server refuses for another reason than 404', async () => {
    await synced('cm');
    haveKept((text) => text.replace('"cm"', '"cm","marked"'));
    const refused = await synced('cm', '--field-selector', 'spec.no=1');

    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(/^rx-informer: .* answered 400: .*spec\.no/m);
    expect(kept()).toContain('"marked"');
  });

  describe('on a terminal', () => {
    const onTerminal = async (environment: Readonly<Record<string, string>>, ...words: readonly string[]) => {
      const terminal = fakeTerminal();
      const stop$ = new Subject<void>();
      const host = { ...terminal.host, environment, stop$, arguments: ['watch', 'cm', ...words, ...login()] };
      const ended = run(host);
      let shown = '';
      await until(() => (shown += terminal.written()).includes('default/a') || shown.includes('a      0'));
      stop$.next();
      return { code: await ended, shown };
    };

    it('should show a table that it redraws in place', async () => {
      const { code, shown } = await onTerminal({ TERM: 'xterm' });

      expect(code).toBe(0);
      expect(shown).toContain('\u001b[?1049h');
      expect(shown).toContain('NAME');
    });

    it.each([
      ['that is too dumb for a table', { TERM: 'dumb' }, []],
      ['with JSON', { TERM: 'xterm' }, ['-o', 'json']],
      ['with only the first complete list', { TERM: 'xterm' }, ['--until-synced']],
    ])('should write lines: %s', async (_name, environment, words) => {
      const { code, shown } = await onTerminal(environment, ...words);

      expect(code).toBe(0);
      expect(shown).not.toContain('\u001b[?1049h');
      expect(shown.trimEnd().split('\n')).toHaveLength(1);
    });
  });

  it.each(['watch', 'record'])(
    'should redact the token of a kubeconfig at any position in text: %s',
    async (command) => {
      const config = {
        'current-context': 'one',
        contexts: [{ name: 'one', context: { cluster: 'kube', user: 'anna' } }],
        clusters: [{ name: 'kube', cluster: { server: url } }],
        users: [{ name: 'anna', user: { token } }],
      };
      let errors = '';
      const stderr = new PassThrough().setEncoding('utf8').on('data', (text: string) => (errors += text));
      const code = await run({
        arguments: [command, token, '--kubeconfig', home.write('config', JSON.stringify(config))],
        environment: {},
        stdout: new PassThrough(),
        stderr,
        stop$: new Subject(),
        redactors: [],
      });

      expect(code).toBe(1);
      expect(errors).toContain('the server has no resource “');
      expect(errors).not.toContain(token);
    },
  );
});
