import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const page = readFileSync('CONTRIBUTING.md', 'utf8');
const named = [...page.matchAll(/^\| `npm (?:run )?([\w:-]+)` /gm)].map(([, name]) => name);

describe('the scripts of package.json', () => {
  it('should be 20 at most', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  });

  it('should each be once in the table of CONTRIBUTING.md, and no other', () => {
    const own = Object.keys(scripts).filter((name) => !/^pre(start|pack)$/.test(name)); // npm runs these
    expect([...named].sort()).toEqual(own.sort());
  });
});

describe('CONTRIBUTING.md', () => {
  it('should have 150 lines at most', () => {
    expect(page.split('\n').length - 1).toBeLessThanOrEqual(150);
  });
});
