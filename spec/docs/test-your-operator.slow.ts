import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseFault } from 'rx-informer/apiserver';

const run = promisify(execFile);
const page = readFileSync(
  new URL('../../docs/guides/testing-with-an-api-server.md', import.meta.url),
  'utf8',
);
const [test = '', ...programs] = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
const folder = new URL('../../build/operator-test/', import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));

function file(name: string, text: string): string {
  const url = new URL(name, folder);
  writeFileSync(url, text);
  return fileURLToPath(url);
}

describe('docs/guides/testing-with-an-api-server.md', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('should have a test that passes, twice', async () => {
    const path = file('operator.spec.ts', test);
    const jest = 'node_modules/jest/bin/jest.js';
    // The project runs its own specs with the same arguments, but with other files.
    const words = [
      '--experimental-vm-modules',
      jest,
      '--selectProjects',
      'unit',
      '--testMatch',
      path,
      '--runInBand',
    ];
    const { stderr } = await run(process.execPath, words, { cwd: root });
    expect(stderr).toContain('2 passed, 2 total');
  });

  it.each([
    [0, /^true [4-9]\n$/],
    [1, /^without Pending\nwith Running\n$/],
    [2, /^by default 1\nStatusError: .*spec\.size: Invalid value: 0: .* greater than or equal to 1\n$/],
    [3, /^pods 200\nsecrets 403\nnobody 401\n$/],
    [4, /^503 200\nlist 503 refuse, list 200\n$/],
    [5, /^terminating 30\ngone undefined\n$/],
  ])('should have programs that behave as described (%i)', async (at, printed) => {
    expect(programs).toHaveLength(6);
    const path = file(`program-${at}.ts`, programs[at] ?? '');
    const { stdout } = await run(process.execPath, ['--conditions=rx-informer:source', path], { cwd: root });
    expect(stdout).toMatch(printed);
  });

  it('should name every fault', () => {
    const source = readFileSync(
      new URL('../../src/apiserver/faults/check-fault-rule.ts', import.meta.url),
      'utf8',
    );
    const [, table = ''] = /const parametersOf[^{]*\{([^]*?)\n\};/.exec(source) ?? [];
    const types = [...table.matchAll(/^ {2}(\w+): \{/gm)].map(([, type]) => type);
    const rows = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, type]) => type);
    expect(types).toHaveLength(14);
    expect(rows).toEqual(types);
  });

  it('should show the command form of each fault, with the type of its row and a verb', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` .*\| (`[^|]+`) +\|$/gm)];
    const aimed = rows.flatMap(([, type = '', cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, typed = '']) => [type, parseFault(typed)] as const),
    );
    expect(rows).toHaveLength(14);
    expect(aimed.map(([, rule]) => rule.fault.type)).toEqual(aimed.map(([type]) => type));
    expect(aimed.filter(([, { match }]) => match?.verb === undefined)).toEqual([]);
  });
});
