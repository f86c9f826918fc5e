import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const page = readFileSync('CONTRIBUTING.md', 'utf8');
const named = [...page.matchAll(/^\| `npm (?:run )?([\w:-]+)` /gm)].map(([, name]) => name);

describe('the scripts of package.json', () => {
  it('should number at most 20', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  });

  it('should each be listed once in the table of CONTRIBUTING.md, and no other script', () => {
    const own = Object.keys(scripts).filter((name) => !/^pre(start|pack)$/.test(name)); // npm runs `prestart` and `prepack` by itself
    expect([...named].sort()).toEqual(own.sort());
  });
});

describe('CONTRIBUTING.md', () => {
  it('should have at most 150 lines', () => {
    expect(page.split('\n').length - 1).toBeLessThanOrEqual(150);
  });
});

interface Project {
  readonly displayName: string;
  readonly testMatch: readonly string[];
  readonly testPathIgnorePatterns?: readonly string[];
}

describe('jest.config.js', () => {
  const config = '../../jest.config.js'; // TypeScript infers no types for an imported JavaScript file
  const read = async () => {
    const { default: value } = (await import(config)) as {
      readonly default: { readonly testTimeout: number; readonly projects: readonly Project[] };
    };
    return value;
  };

  it('should give each test one minute at the root of the config, because Jest ignores testTimeout in a project', async () => {
    const { testTimeout, projects } = await read();

    expect(testTimeout).toBe(60_000);
    expect(projects.filter((project) => 'testTimeout' in project)).toEqual([]);
  });

  it('should not run a spec of the contract also as a unit spec', async () => {
    const { projects } = await read();
    const project = (name: string) => projects.find(({ displayName }) => displayName === name);

    expect(project('unit')?.testPathIgnorePatterns).toContain('<rootDir>/spec/contract/');
    expect(project('unit')?.testPathIgnorePatterns).toHaveLength(project('contract')?.testMatch.length ?? 0);
  });
});

const foldersIn = (folder: string): readonly string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => foldersIn(join(folder, name))),
];

describe('the suites', () => {
  type Suite = readonly [help: string, ...commands: (readonly string[])[]];
  const file = '../../.ci/suites.js'; // TypeScript infers no types for this JavaScript file
  const read = async (): Promise<ReadonlyMap<string, Suite>> => {
    const { suites } = (await import(file)) as {
      readonly suites: Readonly<Record<string, Readonly<Record<string, Suite>>>>;
    };
    return new Map(Object.values(suites).flatMap((group) => Object.entries(group)));
  };

  it('should exist if a text names one', async () => {
    const texts = ['.', '.ci', ...['docs', 'examples', 'spec', 'src'].flatMap(foldersIn)].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /\.(?:md|ts|js)$/.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    );
    const names = new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/npm run suite -- ([a-z][a-z:-]*)/g)].map(([, name]) => name),
      ),
    );
    const suites = await read();

    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !suites.has(name ?? ''))).toEqual([]);
  });

  it('should run programs that an installation provides, and files that exist', async () => {
    const commands = [...(await read()).values()].flatMap(([, ...all]) => all);
    const programs = new Set(commands.map(([program = '']) => program));
    const sources = commands.flat().filter((word) => /^[.\w/-]+\.(?:ts|js)$/.test(word));

    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter((source) => !existsSync(source))).toEqual([]);
    expect(
      [...programs].filter(
        (program) => !['node', 'npm', 'sh'].includes(program) && !existsSync(`node_modules/.bin/${program}`),
      ),
    ).toEqual([]);
  });
});
