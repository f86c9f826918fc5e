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

interface Project {
  readonly displayName: string;
  readonly testMatch: readonly string[];
  readonly testPathIgnorePatterns?: readonly string[];
}

describe('jest.config.js', () => {
  const config = '../../jest.config.js'; // JavaScript, whose types TypeScript does not take from it
  const read = async () => {
    const { default: value } = (await import(config)) as {
      readonly default: { readonly testTimeout: number; readonly projects: readonly Project[] };
    };
    return value;
  };

  it('should give each test a minute, which Jest takes from no project', async () => {
    const { testTimeout, projects } = await read();

    expect(testTimeout).toBe(60_000);
    expect(projects.filter((project) => 'testTimeout' in project)).toEqual([]);
  });

  it('should run no spec of the contract as a unit spec too', async () => {
    const { projects } = await read();
    const project = (name: string) => projects.find(({ displayName }) => displayName === name);

    expect(project('unit')?.testPathIgnorePatterns).toContain('<rootDir>/spec/contract/');
    expect(project('unit')?.testPathIgnorePatterns).toHaveLength(project('contract')?.testMatch.length ?? 0);
  });
});
