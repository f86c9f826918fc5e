import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { audited, isAllowed, notLicensed, notListed, rowsOf } from '../../.ci/judge-dependencies.js';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as Parameters<typeof notListed>[1];
const lock = JSON.parse(read('package-lock.json')) as Parameters<typeof notLicensed>[0];
const page = read('docs/contributing/dependencies.md');

describe('docs/contributing/dependencies.md', () => {
  it('should list each dependency, peer and tool with its reason, and no other', () => {
    expect(rowsOf(page, 'With the package').length).toBeGreaterThan(5);
    expect(notListed(page, manifest)).toEqual([]);
  });

  it.each(['dependencies', 'peerDependencies', 'devDependencies'] as const)(
    'should fail the check for new and for removed entries in %s',
    (kind) => {
      const more = { ...manifest, [kind]: { ...manifest[kind], 'left-pad': '^1.0.0' } };
      const { [Object.keys(manifest[kind])[0] ?? '']: gone, ...less } = manifest[kind];

      expect(gone).toBeDefined();
      expect(notListed(page, more)).toEqual([expect.stringContaining('left-pad')]);
      expect(notListed(page, { ...manifest, [kind]: less })).toHaveLength(1);
    },
  );

  it('should fail the check without a reason', () => {
    const [row = ''] = /^\| `immer` .*$/m.exec(page) ?? [];

    expect(notListed(page.replace(row, '| `immer` | `objects` | needed |'), manifest)).toEqual([
      'immer has no reason',
    ]);
  });

  it('should state the bundle budgets', () => {
    const budgets = JSON.parse(read('.size-limit.json')) as readonly Readonly<
      Record<'name' | 'limit', string>
    >[];
    const rows = [
      ...read('docs/contributing/dependencies.md').matchAll(/^\| ([^|]*?) *\|[^|]*\| ([\d.]+ kB) *\|$/gm),
    ];

    expect(rows.map(([, name, limit]) => ({ name, limit }))).toEqual(
      budgets.map(({ name, limit }) => ({ name, limit })),
    );
    const [, inReadme] = /\[at most ([\d.]+ kB)\]/.exec(read('README.md')) ?? [];
    expect(inReadme).toBe(budgets.find(({ name }) => name.includes('over fetch'))?.limit);
  });
});

describe('the installed packages', () => {
  it('should have licences that allow every use', () => {
    expect(notLicensed(lock, Object.keys(manifest.peerDependencies))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(Apache-2.0 AND BSD-3-Clause)', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['UNLICENSED', false],
    ['', false],
  ])('should accept or refuse a licence: %p', (licence, isTaken) => {
    expect(isAllowed(licence)).toBe(isTaken);
    expect(notLicensed({ packages: { '': {}, 'node_modules/a': { license: licence } } }, [])).toHaveLength(
      isTaken ? 0 : 1,
    );
  });

  it('should distinguish known vulnerabilities from a registry that does not answer', () => {
    expect(audited('{"vulnerabilities":{}}')).toEqual([]);
    expect(audited('{"vulnerabilities":{"a":{"name":"a","severity":"high"}}}')).toEqual(['a: high']);
    expect(audited('{"message":"405 Method Not Allowed"}')).toBeUndefined();
  });
});
