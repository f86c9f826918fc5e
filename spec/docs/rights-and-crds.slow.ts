import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const page = readFileSync(new URL('../../docs/guides/rights-and-crds.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)];
const blocksOf = (language: string): readonly string[] =>
  blocks.filter(([, name]) => name === language).map(([, , text = '']) => text);
const programs = blocksOf('ts');
const outputs = blocksOf('');
const folder = new URL('../../build/rights-and-crds/', import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('docs/guides/rights-and-crds.md', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('should have a program that prints the output of the page', async () => {
    expect(programs).toHaveLength(5);
    const path = fileURLToPath(new URL('program.ts', folder));
    writeFileSync(path, programs.at(-1) ?? '');
    const { stdout } = await run(process.execPath, ['--conditions=rx-informer:source', path], { cwd: root });

    expect(stdout).toBe(outputs.at(-1));
  }, 60_000);
});
