import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const page = readFileSync(new URL('../../docs/guides/write-objects.md', import.meta.url), 'utf8');
const programs = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
const folder = new URL('../../build/write-objects/', import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/guides/write-objects.md', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['the whole program', 0, /^(?:scaled web\nreplicas 3|replicas 3\nscaled web)\n$/],
    ['the test of a conflict', 5, /^$/],
  ])('should have programs that behave as described: %s', async (_, at, printed) => {
    expect(programs).toHaveLength(6);
    const path = fileURLToPath(new URL(`program-${at}.ts`, folder));
    writeFileSync(path, programs[at] ?? '');
    const { stdout } = await run(process.execPath, ['--conditions=rx-informer:source', path], { cwd: root });
    expect(stdout).toMatch(printed);
  });
});
