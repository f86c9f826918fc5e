import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('run.ts', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'golden-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, topic: string, ...cases: readonly object[]): void =>
  writeFileSync(join(folder, name), JSON.stringify({ meta: { topic }, cases }));

/** Runs `npm run golden -- DIR`. Returns the lines of its output and its exit code. */
function run(directory: string): { readonly lines: readonly string[]; readonly code: number | null } {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--conditions=rx-informer:source', script, directory],
    { encoding: 'utf8' },
  );
  return { lines: `${stderr}${stdout}`.trimEnd().split('\n'), code: status };
}

const right = { a: '9', b: '10', want: -1 };
const opaque = { seed: 7, a: '9', b: 'x', err: 'in the words of Go' };
const wrong = { seed: 8, a: '9', b: '10', want: 1 };

describe('npm run golden', () => {
  it('should replay a file by its topic, for any name', () => {
    write('any.json', 'resource-versions', right, opaque);

    expect(run(folder)).toEqual({
      lines: [
        'any.json: 2 of 2 equal as recorded',
        '2 equal as recorded, 0 equal under a mapping',
        '2 passed, 0 failed',
      ],
      code: 0,
    });
  });

  it('should show the differences and end with code 1', () => {
    write('rv.json', 'resource-versions', right, wrong);
    const { lines, code } = run(folder);

    expect(code).toBe(1);
    expect(lines).toEqual([
      'rv.json: 1 of 2 equal as recorded',
      '  case 2, seed 8',
      '    "9" "10"',
      '      want',
      '        want 1',
      '        got  -1',
      '1 equal as recorded, 0 equal under a mapping',
      '1 passed, 1 failed',
    ]);
  });

  it('should compare fields that it does not know', () => {
    write('rv.json', 'resource-versions', { ...right, more: 'x' });

    expect(run(folder)).toMatchObject({ code: 1, lines: expect.arrayContaining(['0 passed, 1 failed']) });
  });

  it('should name a topic that the library does not have yet, and count it as neither passed nor failed', () => {
    write('new.json', 'tea-leaves', {}, {}, {});
    write('rv.json', 'resource-versions', right);

    expect(run(folder)).toEqual({
      lines: [
        'not yet: new.json (3 cases)',
        'rv.json: 1 of 1 equal as recorded',
        '1 equal as recorded, 0 equal under a mapping',
        '1 passed, 0 failed',
      ],
      code: 0,
    });
  });

  it('should report how many cases a deliberate difference affects', () => {
    const gone = { key: 'lost', deltas: [['Deleted', null, 'lost']], initial: true, syncedDuring: true };
    write('queue.json', 'delta-fifo', {
      seed: 1,
      config: {
        knownObjects: true,
        ghosts: { lost: 'missing' },
        emitDeltaTypeReplaced: true,
        transformer: false,
      },
      steps: [
        { op: 'replace', list: [], rv: '1', want: { synced: false, len: 1 } },
        { op: 'pop', want: { ...gone, notify: [['delete', null, 'lost']], synced: true, len: 0 } },
      ],
      store: [],
    });

    expect(run(folder)).toEqual({
      lines: [
        'queue.json: 0 of 1 equal as recorded, 1 equal under a mapping',
        '  Q16 the delete of an unknown object emits nothing: in 1 case',
        '0 equal as recorded, 1 equal under a mapping',
        '1 passed, 0 failed',
      ],
      code: 0,
    });
  });

  it.each([
    ['{"meta":', 'it is not JSON: '],
    ['[]', 'it has no meta.topic'],
    ['{"name":"foreign"}', 'it has no meta.topic'],
    ['{"meta":{"topic":"keys"}}', 'its cases are not an array of objects'],
    ['{"meta":{"topic":"keys"},"cases":[1]}', 'its cases are not an array of objects'],
  ])('should explain why a file is not a golden file: %s', (content, problem) => {
    writeFileSync(join(folder, 'odd.json'), content);
    write('rv.json', 'resource-versions', right);
    const { lines, code } = run(folder);

    expect(code).toBe(1);
    expect(lines[0]).toContain(`error: odd.json is not a golden file: ${problem}`);
    expect(lines.slice(1)).toEqual([
      'rv.json: 1 of 1 equal as recorded',
      '1 equal as recorded, 0 equal under a mapping',
      '1 passed, 1 failed',
    ]);
  });

  it('should fail for an impossible case, and continue', () => {
    write(
      'queue.json',
      'delta-fifo',
      { seed: 1 },
      { seed: 2, config: {}, steps: [{ op: 'dance', want: {} }] },
    );
    const { lines, code } = run(folder);

    expect(code).toBe(1);
    expect(lines.at(-1)).toBe('0 passed, 2 failed');
    expect(lines.join('\n')).toContain('no operation dance');
  });

  it('should fail if there is nothing to replay', () => {
    expect(run(folder)).toEqual({
      lines: [
        `error: ${folder} contains no .json file`,
        '0 equal as recorded, 0 equal under a mapping',
        '0 passed, 0 failed',
      ],
      code: 1,
    });
    expect(run(join(folder, 'nowhere'))).toMatchObject({ code: 1 });
  });
});
