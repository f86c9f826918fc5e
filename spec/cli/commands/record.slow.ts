import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { command } from '../command.ts';
import { inProcess } from '../in-process.ts';
import { temporary, type Temporary } from '../temporary.ts';

const token = 'a-token-that-nobody-sees';
const stranger = 'a-token-that-may-nothing';

describe('rx-informer record', () => {
  let server: ApiServer;
  let login: readonly string[];
  let folder: Temporary;
  beforeAll(async () => {
    server = createApiServer({ tokens: { [token]: 'admin', [stranger]: { user: 'anna' } } });
    login = ['--token', token, '--server', (await server.listen()).url];
    const metadata = { name: 'login', namespace: 'default' };
    server.objects.create(core.v1.secrets, { metadata, data: { password: 'aHVudGVyMg==' } });
    server.objects.create(core.v1.configmaps, {
      metadata: { ...metadata, name: 'colours' },
      data: { a: 'b' },
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const lineWith = async (file: string, text: string): Promise<void> => {
    while (!existsSync(file) || !readFileSync(file, 'utf8').includes(text)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('should write a file until Ctrl-C, without Secrets and credentials; replay shows the changes', async () => {
    const file = folder.path('night.ndjson');
    const recording = command(['record', 'secrets', '--file', file, ...login]);
    await lineWith(file, 'initialEventsEnd');
    server.objects.patch(core.v1.secrets, 'default/login', { metadata: { labels: { seen: 'yes' } } });
    await lineWith(file, '"seen":"yes"');
    recording.child.kill('SIGINT');

    expect(await recording.ended).toEqual({ code: 0, signal: null });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/aHVudGVyMg|password/);
    expect(text + recording.output() + recording.errors()).not.toContain(token);
    expect(recording.output()).toBe('');
    expect(recording.errors()).toContain('watching secrets');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(text.endsWith('"closed":true}}\n')).toBe(true);

    const replay = inProcess(['replay', file, '--speed', 'max']);
    expect(await replay.ended).toBe(0);
    expect(
      replay
        .output()
        .replace(/^[\d:]+ /gm, '')
        .replace(/ age.*/g, ''),
    ).toBe('added secrets default/login\nupdated secrets default/login\n');
    expect(replay.errors()).toMatch(/the recording ends here, 1 object$/m);
  });

  it('should write to stdout for the given duration, and keep Secrets with the option', async () => {
    const words = ['record', 'secret/login', '--keep-secrets', '--duration', '2s', ...login];
    const recording = inProcess(words);

    expect(await recording.ended).toBe(0);
    const [header = '', ...lines] = recording.output().trimEnd().split('\n');
    expect(JSON.parse(header)).toMatchObject({ resource: { group: '', version: 'v1', resource: 'secrets' } });
    expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true);
    expect(recording.output()).toContain('aHVudGVyMg');
  });

  it('should write no control characters to stdout', async () => {
    const data = { text: 'a\u009b2Jb\u2028c' };
    server.objects.create(core.v1.configmaps, { metadata: { name: 'loud', namespace: 'default' }, data });
    const recording = inProcess(['record', 'configmap/loud', '--duration', '2s', ...login]);

    expect(await recording.ended).toBe(0);
    expect(recording.output()).toContain('"a\\u009b2Jb\\u2028c"');
  });

  it('should not overwrite a file without --force', async () => {
    const file = folder.write('night.ndjson', 'mine');
    const refused = inProcess(['record', 'configmaps', '--file', file, ...login]);

    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toBe(
      `rx-informer: ${file} is there already\nName another file, or overwrite this file: --force\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');

    chmodSync(file, 0o644);
    const forced = inProcess(['record', 'configmaps', '--file', file, '--force', ...login]);
    await lineWith(file, 'colours');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    forced.stop();
    expect(await forced.ended).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('mine');
  });

  it('should end with one line when the disk is full, or the folder is missing', async () => {
    const full = inProcess(['record', 'configmaps', '--file', '/dev/full', '--force', ...login]);
    const nowhere = inProcess(['record', 'configmaps', '--file', folder.path('no', 'file'), ...login]);

    expect([await full.ended, await nowhere.ended]).toEqual([1, 1]);
    expect(full.errors()).toContain('rx-informer: cannot write /dev/full: no space is left on the device\n');
    expect(nowhere.errors()).toBe(
      `rx-informer: cannot write ${folder.path('no', 'file')}: there is no folder ${folder.path('no')}\n`,
    );
  });

  it('should leave no file if it cannot start, and accept only one collection', async () => {
    const file = folder.path('night.ndjson');
    const unknown = inProcess(['record', 'podz', '--file', file, ...login]);
    const several = inProcess(['record', 'pods,nodes', '--file', file, ...login]);

    expect([await unknown.ended, await several.ended]).toEqual([1, 2]);
    expect(unknown.errors()).toContain('the server has no resource “podz”');
    expect(several.errors()).toContain('a recording is of one collection');
    expect(existsSync(file)).toBe(false);
  });

  it('should leave no file if its first list is refused', async () => {
    const file = folder.path('night.ndjson');
    const words = ['record', 'configmaps', '--file', file, ...login, '--token', stranger];
    const refused = inProcess(words);

    expect(await refused.ended).toBe(1);
    expect(refused.errors()).toContain('403');
    expect(existsSync(file)).toBe(false);
  });

  it('should end without a message when the reader of stdout closes the pipe', async () => {
    const recording = command(['record', 'configmaps', ...login]);
    await recording.lines(2);
    recording.child.stdout?.destroy();
    const writing = setInterval(
      () => server.objects.patch(core.v1.configmaps, 'default/colours', { data: { at: String(Date.now()) } }),
      50,
    );

    expect(await recording.ended).toEqual({ code: 0, signal: null });
    clearInterval(writing);
  });

  it('should explain the problem of a file that is not a recording, or is incomplete', async () => {
    const header = '{"format":"rx-informer-recording","version":1,"time":0}';
    const asked = '{"time":0,"stage":"requests","value":{"request":1,"verb":"list","options":{}}}';
    const failure = async (text: string): Promise<string> => {
      const file = folder.path('odd');
      writeFileSync(file, text);
      const replay = inProcess(['replay', file, '--speed', 'max']);
      expect(await replay.ended).toBe(1);
      return replay.errors().replaceAll(file, 'FILE');
    };

    expect(await failure('kind: Pod\n')).toMatch(/^rx-informer: FILE: line 1 .* this is not a recording/);
    expect(await failure('x'.repeat(1_000_000))).toMatch(
      /^rx-informer: FILE: line 1 .* this is not a recording/,
    );
    expect(await failure('')).toMatch(/^rx-informer: FILE: line 1 .* it is empty/);
    expect(await failure(`${header}\nno\n`)).toContain(
      'FILE: line 2 of the recording: the line is incomplete',
    );
    expect(await failure(`${header}\nno\n{}`)).toContain(
      'FILE: line 2 of the recording: the line is not an entry',
    );
    expect(await failure(`${header}\n${asked}\n`)).toContain('a list was recorded, and a streamed list is');
    const missing = inProcess(['replay', folder.path('none')]);
    expect(await missing.ended).toBe(1);
    expect(missing.errors()).toBe(`rx-informer: cannot read ${folder.path('none')}: there is no such file\n`);
  });
});
