import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { until } from '../../support/until.ts';
import { inProcess } from '../in-process.ts';
import { temporary, type Temporary } from '../temporary.ts';

const token = 'secret-token';
const stranger = 'token-without-rights';

describe('rx-informer record, in this process', () => {
  let server: ApiServer;
  let url = '';
  let folder: Temporary;
  beforeAll(async () => {
    server = createApiServer({ tokens: { [token]: 'admin', [stranger]: { user: 'anna' } } });
    url = (await server.listen()).url;
    for (const [name, color] of [
      ['red', 'warm'],
      ['blue', 'cold'],
    ] as const) {
      const metadata = { name, namespace: 'default', labels: { color } };
      server.objects.create(core.v1.configmaps, { metadata, data: { a: 'b' } });
    }
    server.objects.create(core.v1.secrets, {
      metadata: { name: 'login', namespace: 'default' },
      data: { password: 'aHVudGVyMg==' },
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const record = (...words: string[]) => inProcess(['record', ...words, '--token', token, '--server', url]);
  const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

  it('should write a file until it is stopped, close it, and print only its status', async () => {
    const file = folder.path('night.ndjson');
    const run = record('configmaps', '--file', file);
    await until(() => textOf(file).includes('initialEventsEnd'));
    server.objects.patch(core.v1.configmaps, 'default/red', { metadata: { labels: { seen: 'yes' } } });
    await until(() => textOf(file).includes('"seen":"yes"'));
    run.stop();

    expect(await run.ended).toBe(0);
    expect(textOf(file).endsWith('"closed":true}}\n')).toBe(true);
    expect(run.output()).toBe('');
    expect(run.errors()).toContain('watching configmaps');
    expect(textOf(file) + run.errors()).not.toContain(token);
  });

  it('should print the lines of the selected objects', async () => {
    const run = record('configmaps', '--selector', 'color=cold');
    await until(() => run.output().includes('initialEventsEnd'));
    run.stop();

    expect(await run.ended).toBe(0);
    const [header = '', ...lines] = run.output().trimEnd().split('\n');
    expect(JSON.parse(header)).toMatchObject({
      resource: { group: '', version: 'v1', resource: 'configmaps' },
    });
    expect(lines.length).toBeGreaterThan(1);
    expect(run.output()).toContain('"blue"');
    expect(run.output()).not.toContain('"red"');
  });

  it('should end by itself after the duration', async () => {
    // Repeats the recording with a longer duration, because on a slow computer a recording can end before the list has
    // arrived.
    let output = '';
    for (let seconds = 1; !output.includes('initialEventsEnd'); seconds *= 2) {
      const run = record('configmaps', '--duration', `${seconds}s`);
      expect(await run.ended).toBe(0);
      output = run.output();
    }

    expect(output).toContain('"red"');
  });

  it.each([
    ['leave out the data of a Secret', [], false],
    ['keep the data of a Secret with --keep-secrets', ['--keep-secrets'], true],
  ])('should %s', async (_name, words, isKept) => {
    const run = record('secret/login', ...words);
    await until(() => run.output().includes('initialEventsEnd'));
    run.stop();

    expect(await run.ended).toBe(0);
    expect(run.output()).toContain('"login"');
    expect(run.output().includes('aHVudGVyMg')).toBe(isKept);
  });

  it.each([
    ['a list', 'pods,nodes'],
    ['a category', 'all'],
  ])('should refuse %s and leave no file, because a recording is of one collection', async (_name, word) => {
    const file = folder.path('night.ndjson');
    const run = record(word, '--file', file);

    expect(await run.ended).toBe(2);
    expect(run.errors()).toContain(
      'rx-informer: a recording is of one collection\nRecord several collections at the same time',
    );
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['a namespace', ['-n', 'No Name']],
    ['a label selector', ['--selector', 'a in']],
    ['a field selector', ['--field-selector', 'a']],
  ])('should refuse an invalid %s before it opens a file', async (_name, words) => {
    const file = folder.path('night.ndjson');
    const run = record('configmaps', ...words, '--file', file);

    expect(await run.ended).toBe(2);
    expect(existsSync(file)).toBe(false);
  });

  it('should record the objects of the given namespace, or of all namespaces', async () => {
    for (const [words, count] of [
      [['-n', 'kube-system', '--field-selector', 'metadata.name=red'], 0],
      [['-A', '--field-selector', 'metadata.name=red'], 1],
    ] as const) {
      const run = record('configmaps', ...words);
      await until(() => run.output().includes('initialEventsEnd'));
      run.stop();

      expect(await run.ended).toBe(0);
      expect(run.output().split('"name":"red"').length - 1).toBe(count);
    }
  });

  it('should keep the file if the server goes away after its answer, and continue', async () => {
    const other = createApiServer();
    const { url: here } = await other.listen();
    const file = folder.path('night.ndjson');
    const run = inProcess(['record', 'configmaps', '--file', file, '--server', here]);
    await until(() => textOf(file).includes('initialEventsEnd'));
    await other.close();
    await until(() => run.errors().includes('next try'));
    run.stop();

    expect(await run.ended).toBe(0);
    expect(textOf(file)).toContain('initialEventsEnd');
  });

  it('should overwrite a file only with --force', async () => {
    const file = folder.write('night.ndjson', 'of old\n');
    const refused = record('configmaps', '--file', file);

    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toContain(`rx-informer: ${file} is there already\n`);
    expect(textOf(file)).toBe('of old\n');

    const run = record('configmaps', '--file', file, '--force');
    await until(() => textOf(file).includes('initialEventsEnd'));
    run.stop();
    expect(await run.ended).toBe(0);
    expect(textOf(file)).not.toContain('of old');
  });

  it('should end with the reason if a line cannot be written', async () => {
    const file = folder.path('full');
    symlinkSync('/dev/full', file);
    const run = record('configmaps', '--file', file, '--force');

    expect(await run.ended).toBe(1);
    expect(run.errors()).toContain(`rx-informer: cannot write ${file}: no space is left on the device\n`);
  });

  it('should report an unknown resource when it would print to stdout', async () => {
    const run = record('podz');

    expect(await run.ended).toBe(1);
    expect(run.output()).toBe('');
    expect(run.errors()).toBe('rx-informer: the server has no resource “podz”\nDid you mean pods?\n');
  });

  it('should report an unknown resource, and leave no file', async () => {
    const file = folder.path('night.ndjson');
    const run = record('podz', '--file', file);

    expect(await run.ended).toBe(1);
    expect(run.errors()).toContain('rx-informer: the server has no resource “podz”\nDid you mean pods?\n');
    expect(existsSync(file)).toBe(false);
  });

  it('should leave no file if the server refuses the request, and report the reason', async () => {
    const file = folder.path('night.ndjson');
    const words = ['record', 'configmaps', '--file', file, '--token', stranger, '--server', url];
    const run = inProcess(words);

    expect(await run.ended).toBe(1);
    expect(run.errors()).toMatch(/^rx-informer: .*anna/m);
    expect(existsSync(file)).toBe(false);
  });
});
