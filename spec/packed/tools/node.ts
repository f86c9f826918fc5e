import assert from 'node:assert/strict';
import type { Project } from '../project.ts';
import { output, program } from './programs.ts';
import { majors, type Nodes, type Tool } from './tool.ts';

const calls: readonly (readonly [program: 'in-a-page' | 'on-node' | 'one-copy', call: string])[] = [
  ['in-a-page', 'inAPage'],
  ['on-node', 'onNode'],
  ['one-copy', 'oneCopy'],
];

/** A program that first requires the package and then imports it. The order must not matter. */
const requiredFirst = `const required = require('rx-informer');

import('rx-informer').then(({ KubeError }) => console.log(KubeError === required.KubeError));
`;

/** Node without another tool. The programs use `require`, `import`, and both. */
export const node = (nodes: Nodes): Tool => ({
  name: 'node',
  packages: [],
  files: {
    'required-first.cjs': requiredFirst,
    ...Object.fromEntries(
      calls.flatMap(([name, call]) => [
        [`${name}.cjs`, program(name, 'cjs')],
        [`${name}.mjs`, program(name, 'esm')],
        [
          `${name}-required.cjs`,
          `require('./${name}.cjs').${call}().then((steps) => console.log(steps.join('\\n')));\n`,
        ],
        [
          `${name}-imported.mjs`,
          `import { ${call} } from './${name}.mjs';\nconsole.log((await ${call}()).join('\\n'));\n`,
        ],
      ]),
    ),
  },
  steps: majors.flatMap((major) => [
    {
      name: `Node ${major}, required-first.cjs`,
      run: async (project: Project) => {
        assert.equal(await project.output(nodes[major], 'required-first.cjs'), 'true\n');
      },
    },
    ...calls.flatMap(([name]) =>
      (name === 'one-copy' ? ['imported.mjs'] : ['required.cjs', 'imported.mjs']).map((kind) => ({
        name: `Node ${major}, ${name}-${kind}`,
        run: async (project: Project) => {
          assert.equal(await project.output(nodes[major], `${name}-${kind}`), output(name));
        },
      })),
    ),
  ]),
});
