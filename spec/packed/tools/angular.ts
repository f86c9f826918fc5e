import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAngularInBrowser } from '../browser.ts';
import type { Project } from '../project.ts';
import { output, program } from './programs.ts';
import type { Nodes, Step, Tool } from './tool.ts';

const component = readFileSync(
  join(import.meta.dirname, '../../../examples/angular-pods/pods.component.ts'),
  'utf8',
);
const application = `import { bootstrapApplication } from '@angular/platform-browser';
import { PodsComponent } from './pods.component';

bootstrapApplication(PodsComponent).catch((error: unknown) => console.error(error));
`;
const page = `import { inAPage } from './in-a-page';

void inAPage().then((steps) => console.log(steps.join('\\n')));
`;

/** The project in an `angular.json` of `ng new`, with one entry file. */
const workspaceProject = (entry: string) => ({
  projectType: 'application',
  root: '',
  sourceRoot: 'src',
  architect: {
    build: {
      builder: '@angular/build:application',
      options: {
        browser: `src/${entry}.ts`,
        index: false,
        tsConfig: 'tsconfig.app.json',
        outputPath: `dist/${entry}`,
      },
    },
  },
});
/** The compiler options of a project that `ng new` creates. */
const tsconfig = {
  compilerOptions: {
    strict: true,
    noImplicitOverride: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    skipLibCheck: true,
    isolatedModules: true,
    experimentalDecorators: true,
    importHelpers: true,
    target: 'ES2022',
    module: 'preserve',
    types: [],
  },
  angularCompilerOptions: {
    strictInjectionParameters: true,
    strictInputAccessModifiers: true,
    strictTemplates: true,
  },
  include: ['src/**/*.ts'],
};

/** The rows that the component shows: first the pods of one namespace, at the end the pods of another namespace. */
const views = [
  'was-there Pending',
  'came Pending, was-there Running',
  'Showing what was last known., came Pending, was-there Running',
  'came Pending',
  'No pods in shop.',
];

/**
 * Tests the build of the Angular CLI. The bundle contains the entry points for browsers and runs on Node. If Chromium
 * is installed, the component of the examples is also tested in Chromium.
 */
export function angular(nodes: Nodes, chromium: string | undefined): Tool {
  const built = async (entry: string, project: Project): Promise<string> => {
    await project.output(nodes[24], 'node_modules/@angular/cli/bin/ng.js', 'build', entry);
    return `dist/${entry}/browser/main.js`;
  };
  const entryPoints: Step = {
    name: 'the doors of a page',
    run: async (project) => {
      const said = await project.run(nodes[24], await built('page', project));
      assert.equal(said, output('in-a-page'));
    },
  };
  const inChromium = (path: string): Step => ({
    name: 'the component of the examples, in Chromium',
    run: async (project) => {
      const bundle = readFileSync(join(project.folder, await built('component', project)), 'utf8');
      assert.deepEqual(await runAngularInBrowser(path, bundle), views);
    },
  });
  return {
    name: "Angular's builder",
    type: 'module',
    packages: [
      ...['build', 'cli', 'common', 'compiler', 'compiler-cli', 'core', 'platform-browser'].map(
        (name) => `@angular/${name}@22`,
      ),
      'tslib',
      'typescript@6.0',
    ],
    files: {
      'angular.json': JSON.stringify({
        version: 1,
        cli: { analytics: false },
        projects: { page: workspaceProject('page'), component: workspaceProject('component') },
      }),
      'tsconfig.app.json': JSON.stringify(tsconfig),
      'src/component.ts': application,
      'src/page.ts': page,
      'src/pods.component.ts': component,
      'src/in-a-page.ts': program('in-a-page', 'ts'),
    },
    steps: [entryPoints, ...(chromium === undefined ? [] : [inChromium(chromium)])],
  };
}
