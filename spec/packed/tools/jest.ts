import assert from 'node:assert/strict';
import { transformSync } from 'esbuild';
import { type Language, output, program, testFile } from './programs.ts';
import { majors, type Nodes, type Step, type Tool } from './tool.ts';

/** One setup of Jest, as Jest's documentation describes it: a language, a transformer and a configuration. */
interface Way {
  readonly name: string;
  readonly language: Language;
  readonly packages: (jest: string) => readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /**
   * Limits the setup to one version of Jest and one version of Node. By default, each Jest version runs on each Node
   * version.
   */
  readonly only?: { readonly jest: string; readonly node: keyof Nodes };
}

const config = (lines: string): string =>
  `/** @type {import('jest').Config} */\nconst config = {\n${lines}};\n\nmodule.exports = config;\n`;
const tsJestConfig = `const { createDefaultPreset } = require('ts-jest');

/** @type {import('jest').Config} */
module.exports = { testEnvironment: 'node', transform: { ...createDefaultPreset().transform } };
`;
const tsconfig = (module: string): string =>
  JSON.stringify({ compilerOptions: { target: 'es2022', module, esModuleInterop: true, strict: true } });
const tsJest = (jest: string): readonly string[] => [
  'ts-jest@29',
  'typescript@5.9',
  `@types/jest@${jest}`,
  '@types/node@22',
];

const ways: readonly Way[] = [
  { name: 'CommonJS', language: 'cjs', packages: () => [], files: { 'jest.config.js': config('') } },
  {
    name: 'babel',
    language: 'esm',
    packages: (jest) => [`babel-jest@${jest}`, '@babel/core@7', '@babel/preset-env@7'],
    files: {
      'jest.config.js': config(''),
      'babel.config.js': `module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] };\n`,
    },
  },
  {
    name: 'ts-jest, module commonjs',
    language: 'ts',
    packages: tsJest,
    files: { 'jest.config.js': tsJestConfig, 'tsconfig.json': tsconfig('commonjs') },
  },
  {
    name: 'ts-jest, module node16',
    language: 'ts',
    packages: tsJest,
    files: { 'jest.config.js': tsJestConfig, 'tsconfig.json': tsconfig('node16') },
    only: { jest: '30', node: 24 }, // this setup differs from the previous setup only in its types
  },
  {
    name: '@swc/jest',
    language: 'ts',
    packages: () => ['@swc/core', '@swc/jest'],
    files: {
      'jest.config.js': config("  transform: { '^.+\\\\.(t|j)sx?$': '@swc/jest' },\n"),
      '.swcrc': JSON.stringify({ jsc: { parser: { syntax: 'typescript' } } }),
    },
  },
];

/** Runs Jest. All tests of the file must pass. */
const jest = (node: string, major: number, { flags = [], tests = 2 }: Run = {}): Step => ({
  name: `Node ${major}`,
  run: async (project) => {
    const said = await project.output(node, ...flags, 'node_modules/jest/bin/jest.js');
    assert.match(said, new RegExp(`^Tests: +${tests} passed, ${tests} total$`, 'm'));
  },
});

interface Run {
  readonly flags?: readonly string[];
  readonly tests?: number;
}

function toolOf(version: string, way: Way, nodes: Nodes): Tool {
  const { language, packages, files, only } = way;
  const ending = language === 'ts' ? 'ts' : 'js';
  const test = testFile({ ending: '' });
  return {
    name: `Jest ${version}, ${way.name}`,
    type: 'commonjs',
    packages: [`jest@${version}`, ...packages(version)],
    files: {
      ...files,
      [`in-a-page.${ending}`]: program('in-a-page', language),
      [`on-node.${ending}`]: program('on-node', language),
      [`doors.test.${ending}`]: language === 'cjs' ? transformSync(test, { format: 'cjs' }).code : test,
    },
    steps: (only === undefined ? majors : [only.node]).map((major) => jest(nodes[major], major)),
  };
}

/** Jest with ES modules. Only this setup needs a flag of Node. */
const esModules = (nodes: Nodes): Tool => ({
  name: 'Jest 30, ES modules',
  type: 'module',
  packages: ['jest@30'],
  files: {
    'jest.config.js': 'export default { transform: {} };\n',
    'in-a-page.js': program('in-a-page', 'esm'),
    'on-node.js': program('on-node', 'esm'),
    'doors.test.js': testFile({ ending: '.js' }),
  },
  steps: [jest(nodes[24], 24, { flags: ['--experimental-vm-modules'] })],
});

/** Jest with jsdom. jsdom has fewer globals than a browser. */
const jsdom = (nodes: Nodes): Tool => ({
  name: 'Jest 30, jsdom',
  type: 'commonjs',
  packages: ['jest@30', 'jest-environment-jsdom@30'],
  files: {
    'jest.config.js': config("  testEnvironment: 'jsdom',\n"),
    'in-a-page.js': program('in-a-page', 'cjs'),
    'doors.test.js': `const { inAPage } = require('./in-a-page');

test('the doors of a page', async () => {
  expect((await inAPage()).join('\\n') + '\\n').toBe(${JSON.stringify(output('in-a-page'))});
});
`,
  },
  steps: [jest(nodes[24], 24, { tests: 1 })],
});

/** All setups of Jest under test. No setup has to transform the library, and only ES modules need a flag of Node. */
export const jestTools = (nodes: Nodes): readonly Tool[] => [
  ...['29', '30'].flatMap((version) =>
    ways
      .filter(({ only }) => only === undefined || only.jest === version)
      .map((way) => toolOf(version, way, nodes)),
  ),
  esModules(nodes),
  jsdom(nodes),
];
