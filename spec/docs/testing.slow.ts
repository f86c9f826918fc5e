import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApiServer } from 'rx-informer/apiserver';
import { recordingHeader } from 'rx-informer/recording';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const page = readFileSync(new URL('../../docs/guides/testing-with-marbles.md', import.meta.url), 'utf8');
const recipes = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
const folder = new URL('../../build/testing-docs/', import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const pathOf = (name: string): string => fileURLToPath(new URL(name, folder));

describe('docs/guides/testing-with-marbles.md', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    for (const [at, recipe] of recipes.entries()) writeFileSync(pathOf(`recipe-${at + 1}.test.ts`), recipe);
    const [, night = ''] = /^```ndjson\n(.*?)^```/ms.exec(page) ?? [];
    writeFileSync(pathOf('night.ndjson'), night);
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { rootDir: '../..' },
      include: ['*.ts'],
    };
    writeFileSync(pathOf('tsconfig.json'), JSON.stringify(config));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('should have eleven recipes, the sixth with a program and a test, and each with correct types', async () => {
    expect(recipes).toHaveLength(12);
    await expect(
      run('node_modules/.bin/tsc', ['-p', fileURLToPath(folder)], { cwd: root }),
    ).resolves.toMatchObject({ stdout: '' });
  });

  it.each([1, 2, 4, 5, 7, 8, 9, 11, 12])(
    'should have a recipe that passes under node:test (%i)',
    async (nth) => {
      const words = ['--conditions=rx-informer:source', '--test', pathOf(`recipe-${nth}.test.ts`)];
      const { stdout } = await run(process.execPath, words, { cwd: root, env: outsideOfATest() });

      expect(stdout).toMatch(/^.*pass [1-9]\d*$/m);
      expect(stdout).toMatch(/^.*fail 0$/m);
    },
  );

  it.each([3, 10])('should have a recipe that passes under Jest (%i)', async (nth) => {
    const jest = 'node_modules/jest/bin/jest.js';
    const words = [
      '--experimental-vm-modules',
      jest,
      '--selectProjects',
      'unit',
      '--testMatch',
      pathOf(`recipe-${nth}.test.ts`),
      '--runInBand',
    ];
    const { stderr } = await run(process.execPath, words, { cwd: root });

    expect(stderr).toContain('1 passed, 1 total');
  });

  it('should have a program that records (6)', async () => {
    const server = await startApiServer({ port: 0 });
    const program = (recipes[5] ?? '').replace('http://127.0.0.1:8001', server.url);
    writeFileSync(pathOf('record-pods.ts'), program);
    mkdirSync(pathOf('records'));
    const words = ['--conditions=rx-informer:source', pathOf('record-pods.ts')];
    const recording = spawn(process.execPath, words, { cwd: pathOf('records'), stdio: 'ignore' });
    const file = pathOf('records/night.ndjson');
    await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('initialEventsEnd'));
    const ended = once(recording, 'exit');
    recording.kill('SIGINT');
    await ended;
    await server.close();

    const [header = ''] = readFileSync(file, 'utf8').split('\n');
    expect(recordingHeader(header).resource).toEqual({ group: '', version: 'v1', resource: 'pods' });
  });

  it('should show the output of a failure as it is', async () => {
    const wrong = (recipes[0] ?? '').replace("cold('-adad 2s d'", "cold('-adad 2s (dd)'");
    writeFileSync(pathOf('wrong.test.ts'), wrong);
    const [, shown = ''] = /^A failure reads like this:\n\n```\n(.*?)^```/ms.exec(page) ?? [];
    const words = ['--conditions=rx-informer:source', '--test', pathOf('wrong.test.ts')];
    const failed = run(process.execPath, words, { cwd: root, env: outsideOfATest() });

    const { stdout } = (await failed.catch((error: unknown) => error)) as { readonly stdout: string };
    const lines = stdout.split('\n').map((line) => line.trim());
    for (const line of shown.trim().split('\n')) expect(lines.join('\n')).toContain(line.trim());
  });
});

/**
 * Returns the environment without NODE_TEST_CONTEXT. Node's test runner sets this variable for its child processes and
 * runs no tests if it is set.
 */
function outsideOfATest(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_TEST_CONTEXT: undefined };
}
