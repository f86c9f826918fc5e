import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const folder = new URL('../../build/controllers/', import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the first program of a guide. */
function programOf(page: string): string {
  const text = readFileSync(new URL(`../../docs/guides/${page}`, import.meta.url), 'utf8');
  return /^```ts\n(.*?)^```/ms.exec(text)?.[1] ?? '';
}

describe('the guides for controllers', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['controllers.md', /^made again <h1>Hello<\/h1>\n$/],
    ['testing-a-controller.md', /pass 1\n/],
  ])('should have a program that behaves as described: %s', async (page, printed) => {
    const path = fileURLToPath(new URL(page.replace('.md', '.ts'), folder));
    writeFileSync(path, programOf(page));
    const { stdout } = await run(process.execPath, ['--conditions=rx-informer:source', path], { cwd: root });
    expect(stdout).toMatch(printed);
  });
});
