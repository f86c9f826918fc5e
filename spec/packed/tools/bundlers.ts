import assert from 'node:assert/strict';
import { output, program } from './programs.ts';
import type { Nodes, Step, Tool } from './tool.ts';

const page = `import { inAPage } from './in-a-page.js';

inAPage().then((steps) => console.log(steps.join('\\n')));
`;
const onNode = `import { inAPage } from './in-a-page.js';
import { onNode } from './on-node.js';

inAPage().then(async (steps) => console.log([...steps, ...(await onNode())].join('\\n')));
`;
/**
 * A program that imports the package and also a library that requires the package. The bundle must contain one copy of
 * the package.
 */
const mixed = `import { KubeError } from 'rx-informer';
import { Observable } from 'rxjs';
import { mistake, source } from './library.cjs';

try {
  mistake();
} catch (error) {
  console.log(error instanceof KubeError, source().changes() instanceof Observable);
}
`;
const library = `const { informer } = require('rx-informer');
const { virtualCluster } = require('rx-informer/testing');

exports.mistake = () => virtualCluster({ lag: -1 });
exports.source = () => informer(virtualCluster().listerWatcher('pods'));
`;

const files = {
  'in-a-page.js': program('in-a-page', 'esm'),
  'on-node.js': program('on-node', 'esm'),
  'page.js': page,
  'node.js': onNode,
  'mixed.js': mixed,
  'library.cjs': library,
};
const outputs = {
  page: output('in-a-page'),
  node: output('in-a-page', 'on-node'),
  mixed: 'true true\n',
};
type Entry = keyof typeof outputs;

/** Runs a command that bundles an entry file. Then runs the bundle and compares its output. */
const step = (
  nodes: Nodes,
  entry: Entry,
  bundle: string,
  [executable = '', ...words]: readonly string[],
): Step => ({
  name: [entry, ...words.slice(1)].join(' '),
  run: async (project) => {
    await project.output(executable, ...words);
    assert.equal(await project.run(nodes[24], bundle), outputs[entry]);
  },
});

/** The bundlers under test. Each bundler runs by its command line, and each bundle runs on Node. */
export function bundlers(nodes: Nodes): readonly Tool[] {
  const esbuild = (entry: Entry, ...words: readonly string[]): Step => {
    const bundle = `out/${entry}.${words.includes('--format=cjs') ? 'cjs' : 'mjs'}`;
    const command = ['node_modules/.bin/esbuild', `${entry}.js`, '--bundle', `--outfile=${bundle}`, ...words];
    return step(nodes, entry, bundle, command);
  };
  const webpack = (entry: Entry, ...words: readonly string[]): Step => {
    const command = [nodes[24], 'node_modules/webpack-cli/bin/cli.js', `./${entry}.js`, ...words];
    return step(nodes, entry, `dist/${entry}.js`, [...command, '--output-filename', `${entry}.js`]);
  };
  const vite = (entry: Entry, ...words: readonly string[]): Step => {
    const command = [
      nodes[24],
      'node_modules/vite/bin/vite.js',
      'build',
      '--outDir',
      `out-${entry}`,
      ...words,
    ];
    return step(nodes, entry, `out-${entry}/${entry}.js`, command);
  };
  return [
    {
      name: 'esbuild',
      packages: ['esbuild'],
      files,
      steps: [
        esbuild('page', '--format=esm'),
        esbuild('page', '--platform=node', '--format=cjs'),
        esbuild('node', '--platform=node', '--format=esm', '--packages=external'),
        esbuild('mixed', '--format=esm'),
      ],
    },
    {
      name: 'webpack',
      packages: ['webpack', 'webpack-cli'],
      files,
      steps: [
        webpack('page', '--mode', 'production'),
        webpack('node', '--mode', 'production', '--target', 'node'),
        webpack('mixed', '--mode', 'production'),
      ],
    },
    {
      name: 'Vite',
      type: 'module',
      packages: ['vite'],
      files: { ...files, 'vite.config.js': viteConfig },
      steps: [vite('page'), vite('node', '--ssr', 'node.js')],
    },
  ];
}

/** The configuration of Vite. With this configuration, the bundle has the same name as the entry file. */
const viteConfig = `export default {
  build: { rollupOptions: { input: 'page.js', output: { entryFileNames: '[name].js' } } },
};
`;
