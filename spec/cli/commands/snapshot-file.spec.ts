import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { until } from '../../support/until.ts';
import { type InProcess, inProcess } from '../in-process.ts';
import { temporary, type Temporary } from '../temporary.ts';

describe('rx-informer apiserver, its files', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const serve = (...words: readonly string[]): InProcess => inProcess(['apiserver', '--port', '0', ...words]);
  const listens = ({ output }: InProcess): Promise<void> => until(() => output().includes('Ctrl-C'));
  const refusal = async (...words: readonly string[]) => {
    const server = serve(...words);
    const code = await server.ended;
    expect(server.output()).toBe('');
    return { code, lines: server.errors().trimEnd().split('\n') };
  };

  it('should report that nothing was saved if the folder of the snapshot is missing at the end', async () => {
    mkdirSync(folder.path('kept'));
    const server = serve('--snapshot', folder.path('kept', 'a.json'));
    await listens(server);
    rmSync(folder.path('kept'), { recursive: true });
    server.stop();

    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe('--snapshot: nothing was saved: there is no such file\n');
  });

  it('should create a missing snapshot, readable only for its user', async () => {
    const server = serve('--snapshot', folder.path('a.json'));
    await listens(server);
    expect(existsSync(folder.path('a.json'))).toBe(false);
    server.stop();

    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe('');
    expect(JSON.parse(readFileSync(folder.path('a.json'), 'utf8'))).toMatchObject({
      kind: 'ApiServerSnapshot',
    });
  });

  it('should give hints for an invalid snapshot', async () => {
    const file = folder.write('a.json', '{}');

    expect(await refusal('--snapshot', file)).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(/^rx-informer: --snapshot: .*a\.json is not a snapshot of an API server/),
        'Without the file, the server starts with an empty state.',
      ],
    });
  });

  it('should explain why a snapshot cannot be read or written, and no more', async () => {
    expect(await refusal('--snapshot', '/')).toEqual({
      code: 1,
      lines: [
        'rx-informer: cannot read / (--snapshot): it is a directory, and a regular file is needed here',
      ],
    });
    expect(await refusal('--snapshot', folder.path('no', 'b.json'))).toEqual({
      code: 1,
      lines: [
        `rx-informer: cannot write ${folder.path('no', 'b.json')} (--snapshot): there is no folder ${folder.path('no')}`,
      ],
    });
  });

  it('should report immediately that a snapshot cannot be below a file', async () => {
    const file = folder.write('a.json', '');

    expect(await refusal('--snapshot', `${file}/b.json`)).toEqual({
      code: 1,
      lines: [`rx-informer: cannot write ${file}/b.json (--snapshot): there is no folder ${file}`],
    });
  });

  it('should report immediately that a snapshot cannot have the name of a folder', async () => {
    const file = `${folder.path('new')}/`;

    expect(await refusal('--snapshot', file)).toEqual({
      code: 1,
      lines: [`rx-informer: cannot write ${file} (--snapshot): it is the name of a folder`],
    });
  });

  it('should refuse to overwrite a kubeconfig that it has not written', async () => {
    const file = folder.write('config', 'apiVersion: v1\n');

    expect(await refusalAfterStart('--write-kubeconfig', file)).toEqual([
      `rx-informer: --write-kubeconfig: ${file} is there, and not one of ours`,
      'Name a file that does not exist yet.',
    ]);
    expect(readFileSync(file, 'utf8')).toBe('apiVersion: v1\n');
  });

  it('should explain why a kubeconfig cannot be written', async () => {
    expect(await refusalAfterStart('--write-kubeconfig', folder.directory)).toEqual([
      `rx-informer: cannot write ${folder.directory} (--write-kubeconfig): it is a directory`,
    ]);
    expect(await refusalAfterStart('--write-kubeconfig', folder.path('no', 'k'))).toEqual([
      `rx-informer: cannot write ${folder.path('no', 'k')} (--write-kubeconfig): there is no folder ${folder.path('no')}`,
    ]);
  });

  it('should mark its kubeconfig as its own file', async () => {
    const server = serve('--write-kubeconfig', folder.path('config'));
    await listens(server);
    server.stop();
    await server.ended;

    expect(readFileSync(folder.path('config'), 'utf8')).toMatch(/^# Written by rx-informer apiserver\n/);
  });

  const refusalAfterStart = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { code, lines } = await refusal(...words);
    expect(code).toBe(1);
    return lines;
  };
});
