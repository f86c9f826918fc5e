import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const tour = readFileSync(`${examples}/README.md`, 'utf8');

/** The sections of the page that describe examples, each with its heading and text. */
const sections = tour
  .split(/^### /m)
  .slice(1)
  .map((section) => section.split(/^## /m)[0] ?? '')
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

const programs = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort();
const nameOf = (program: string): string => program.replace(/\/.*|\.ts$/, '');

describe('examples/README.md', () => {
  it('should have exactly one section for each example, the numbered ones in order', () => {
    const names = sections.map(({ name }) => name);
    const numbered = names.filter((name) => /^\d/.test(name));

    expect(programs.length).toBeGreaterThan(20);
    expect([...names].sort()).toEqual([...new Set(programs.map(nameOf))].sort());
    expect(numbered).toEqual([...numbered].sort());
  });

  it.each(sections)(
    'should link the programs of $name, and describe what it shows and its output',
    ({ name, text }) => {
      const links = [...text.matchAll(/\]\(([^)]+\.ts)\)/g)].map(([, link = '']) => link);
      const ownLinks = links.filter((link) => !link.startsWith('../')).sort();

      expect(ownLinks).toEqual(programs.filter((program) => nameOf(program) === name));
      expect(text).toMatch(/^_Shows: .+_$/m);
      expect(text).toMatch(/^```\n.+?\n```$/ms);
    },
  );

  it('should be linked from README.md', () => {
    const front = readFileSync(`${examples}/../README.md`, 'utf8');

    expect(front).toContain('](examples/README.md)');
  });
});
