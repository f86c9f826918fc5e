import assert from 'node:assert/strict';
import { output, program } from './programs.ts';
import { majors, type Nodes, type Step, type Tool } from './tool.ts';
import type { Project } from '../project.ts';

/** The compiler options of one compilation, and the field `type` of package.json. */
interface Compilation {
  readonly module: string;
  readonly moduleResolution: string;
  readonly type: 'commonjs' | 'module';
}

/** The versions of TypeScript under test: the last version with `node10` module resolution, and the newest version. */
const versions: Readonly<Record<string, readonly Compilation[]>> = {
  '5.9': [
    { module: 'commonjs', moduleResolution: 'node10', type: 'commonjs' },
    { module: 'node16', moduleResolution: 'node16', type: 'commonjs' },
  ],
  '7': [
    { module: 'node16', moduleResolution: 'node16', type: 'commonjs' },
    { module: 'node16', moduleResolution: 'node16', type: 'module' },
    { module: 'nodenext', moduleResolution: 'nodenext', type: 'commonjs' },
    { module: 'esnext', moduleResolution: 'bundler', type: 'module' },
  ],
};

const main = `import { inAPage } from './in-a-page.js';
import { onNode } from './on-node.js';

async function main(): Promise<void> {
  console.log([...(await inAPage()), ...(await onNode())].join('\\n'));
}
void main();
`;

const folderOf = ({ moduleResolution, type }: Compilation): string => `${moduleResolution}-${type}`;

const filesOf = ({ module, moduleResolution, type }: Compilation): Readonly<Record<string, string>> => ({
  'package.json': JSON.stringify({ type }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module,
      moduleResolution,
      esModuleInterop: true,
      strict: true,
      types: ['node'],
      noEmitOnError: true,
      outDir: 'out',
    },
  }),
  'in-a-page.ts': program('in-a-page', 'ts'),
  'on-node.ts': program('on-node', 'ts'),
  'main.ts': main,
});

/** Compiles the programs in a folder. Then runs the compiled programs on each Node version. */
const stepsOf = (nodes: Nodes, compilation: Compilation): readonly Step[] => {
  const folder = folderOf(compilation);
  const compile: Step = {
    name: folder,
    run: async (project) => {
      await project.output(nodes[24], 'node_modules/typescript/bin/tsc', '-p', folder);
    },
  };
  const runs = majors.map((major) => ({
    name: `${folder}, on Node ${major}`,
    run: async (project: Project) => {
      const said = await project.output(nodes[major], `${folder}/out/main.js`);
      assert.equal(said, output('in-a-page', 'on-node'));
    },
  }));
  return [compile, ...runs];
};

/**
 * TypeScript with each module resolution, without client-node. The compiler also checks the declarations of this library
 * (`skipLibCheck` is off).
 */
export const typescript = (nodes: Nodes): readonly Tool[] =>
  Object.entries(versions).map(([version, compilations]) => ({
    name: `TypeScript ${version}`,
    packages: [`typescript@${version}`, '@types/node@22'],
    files: Object.fromEntries(
      compilations.flatMap((compilation) =>
        Object.entries(filesOf(compilation)).map(([name, text]) => [
          `${folderOf(compilation)}/${name}`,
          text,
        ]),
      ),
    ),
    steps: compilations.flatMap((compilation) => stepsOf(nodes, compilation)),
  }));
