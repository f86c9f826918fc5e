import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const page = readFileSync('CONTRIBUTING.md', 'utf8');
const named = [...page.matchAll(/^\| `npm (?:run )?([\w:-]+)` /gm)].map(([, name]) => name);

describe('the table of scripts in CONTRIBUTING.md', () => {
  it('should have each script of package.json once, and no other', () => {
    const own = Object.keys(scripts).filter((name) => !/^pre(start|pack)$/.test(name)); // npm runs these
    expect([...named].sort()).toEqual(own.sort());
  });
});
