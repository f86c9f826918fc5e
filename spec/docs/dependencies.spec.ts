import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
type Manifest = Readonly<
  Record<'dependencies' | 'peerDependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;
const manifest = JSON.parse(read('package.json')) as Manifest;

/** The names in the first column of each table of a section. */
function named(section: string): readonly string[] {
  const text = read('docs/dependencies.md')
    .split(/^## /m)
    .find((part) => part.startsWith(section));
  const cells = [...(text ?? '').matchAll(/^\| ([^|]*`[^|]*) *\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort();
}

describe('docs/dependencies.md', () => {
  it('should name each dependency, peer and tool, and no other', () => {
    expect({
      dependencies: named('With the package'),
      peers: named('Peers'),
      tools: named('To work on it'),
    }).toEqual({
      dependencies: Object.keys(manifest.dependencies).sort(),
      peers: Object.keys(manifest.peerDependencies).sort(),
      // The peers are there to work on it as well.
      tools: Object.keys(manifest.devDependencies)
        .filter((name) => name !== 'rxjs')
        .sort(),
    });
  });

  it('should tell the budgets of a bundle', () => {
    const budgets = JSON.parse(read('.size-limit.json')) as readonly Readonly<
      Record<'name' | 'limit', string>
    >[];
    const rows = [...read('docs/dependencies.md').matchAll(/^\| ([^|]*?) *\|[^|]*\| ([\d.]+ kB) *\|$/gm)];

    expect(rows.map(([, name, limit]) => ({ name, limit }))).toEqual(
      budgets.map(({ name, limit }) => ({ name, limit })),
    );
    const [, inReadme] = /\[at most ([\d.]+ kB)\]/.exec(read('README.md')) ?? [];
    expect(inReadme).toBe(budgets.find(({ name }) => name.includes('over fetch'))?.limit);
  });
});
