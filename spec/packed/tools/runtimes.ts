import assert from 'node:assert/strict';
import process from 'node:process';
import { output, program } from './programs.ts';
import type { Tool } from './tool.ts';

/** A JavaScript runtime whose executable is in npm packages. Each platform has a separate package. */
interface Runtime {
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
  /** The path of the executable in its npm package. */
  readonly executable: string;
  readonly words: readonly string[];
}

const runtimes: readonly Runtime[] = [
  {
    name: 'Bun',
    packages: {
      'linux-x64': '@oven/bun-linux-x64-baseline',
      'linux-arm64': '@oven/bun-linux-aarch64',
      'darwin-x64': '@oven/bun-darwin-x64-baseline',
      'darwin-arm64': '@oven/bun-darwin-aarch64',
    },
    executable: 'bin/bun',
    words: [],
  },
  {
    name: 'Deno',
    packages: {
      'linux-x64': '@deno/linux-x64-glibc',
      'linux-arm64': '@deno/linux-arm64-glibc',
      'darwin-x64': '@deno/darwin-x64',
      'darwin-arm64': '@deno/darwin-arm64',
    },
    executable: 'deno',
    words: ['run', '-A'],
  },
];

const main = `import { inAPage } from './in-a-page.mjs';
import { onNode } from './on-node.mjs';
import { oneCopy } from './one-copy.mjs';

console.log([...(await inAPage()), ...(await onNode()), ...(await oneCopy())].join('\\n'));
`;

/** The runtimes other than Node, for example Deno. The test program uses both `import` and `require`. */
export const otherRuntimes = (): readonly Tool[] =>
  runtimes.map(({ name, packages, executable, words }) => {
    const platform = `${process.platform}-${process.arch}`;
    const holder = packages[platform];
    if (holder === undefined)
      return { name, missing: `it has no package for ${platform}`, packages: [], files: {}, steps: [] };
    return {
      name,
      packages: [holder],
      files: {
        'in-a-page.mjs': program('in-a-page', 'esm'),
        'on-node.mjs': program('on-node', 'esm'),
        'one-copy.mjs': program('one-copy', 'esm'),
        'main.mjs': main,
      },
      steps: [
        {
          name: 'import and require',
          run: async (project) => {
            const said = await project.run(`node_modules/${holder}/${executable}`, ...words, 'main.mjs');
            assert.equal(said, output('in-a-page', 'on-node', 'one-copy'));
          },
        },
      ],
    };
  });
