import assert from 'node:assert/strict';
import { program, testFile } from './programs.ts';
import { majors, type Nodes, type Tool } from './tool.ts';

const vitestImports = "import { expect, test } from 'vitest';\n";
const nodeTestImports = `import assert from 'node:assert/strict';
import { test } from 'node:test';

const expect = (actual) => ({ toEqual: (expected) => assert.deepEqual(actual, expected) });
`;
const oneCopyTest = `${vitestImports}import { oneCopy } from './one-copy';

test('one copy', async () => {
  expect((await oneCopy()).at(-1)).toBe('a view across: 1');
});
`;

const programs = {
  'in-a-page.js': program('in-a-page', 'esm'),
  'on-node.js': program('on-node', 'esm'),
};

/** Returns the tests with one version of Vitest. Vitest 5 needs Node 22, so Vitest 4 runs on Node 20. */
const vitest = (nodes: Nodes, version: number, ...on: readonly (keyof Nodes)[]): Tool => ({
  name: `Vitest ${version}`,
  packages: [`vitest@${version}`],
  files: {
    'in-a-page.ts': program('in-a-page', 'ts'),
    'on-node.ts': program('on-node', 'ts'),
    'one-copy.ts': program('one-copy', 'ts'),
    'doors.test.ts': testFile({ ending: '', imports: vitestImports }),
    'one-copy.test.ts': oneCopyTest,
  },
  steps: on.map((major) => ({
    name: `Node ${major}`,
    run: async (project) => {
      const said = await project.output(nodes[major], 'node_modules/vitest/vitest.mjs', 'run');
      assert.match(said, /^ *Tests +3 passed \(3\)$/m);
    },
  })),
});

/** The test runners under test, except Jest. */
export const testRunners = (nodes: Nodes): readonly Tool[] => [
  vitest(nodes, 4, 20),
  vitest(nodes, 5, 22, 24),
  {
    name: 'node:test',
    type: 'module',
    packages: [],
    files: { ...programs, 'doors.test.js': testFile({ ending: '.js', imports: nodeTestImports }) },
    steps: majors.map((major) => ({
      name: `Node ${major}`,
      run: async (project) => {
        const said = await project.output(nodes[major], '--test');
        assert.match(said, /^. pass 2$/m);
      },
    })),
  },
];
