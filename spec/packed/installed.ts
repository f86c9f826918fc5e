import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { createApiServer } from 'rx-informer/apiserver';
import { longTasksInBrowser, runAngularInBrowser, runInBrowser } from './browser.ts';
import { createProject } from './project.ts';
import type { Tally } from './tally.ts';
import type { Nodes } from './tools/tool.ts';

/** Bundles a program of a folder for browsers with esbuild, as users do. */
async function bundled(absWorkingDir: string, program: string): Promise<string> {
  const { outputFiles, warnings } = await build({
    absWorkingDir,
    entryPoints: [program],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  return outputFiles[0]?.text ?? '';
}

const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: 'http://127.0.0.1:1' } }]
contexts: [{ name: c, context: { cluster: c, user: '' } }]
current-context: c
`;

const tsconfig = (options: object): string =>
  JSON.stringify({ compilerOptions: { strict: true, target: 'es2022', ...options } });

/**
 * Tests the packed library with and without client-node. The tests use TypeScript, plain JavaScript on each Node
 * version that client-node supports, the `rx-informer` command, and a bundle in a real browser.
 */
export async function checkInstalled(
  home: string,
  tarball: string,
  nodes: Nodes,
  chromium: string | undefined,
  { check }: Tally,
): Promise<void> {
  const { 20: node20, 22: node22, 24: node24 } = nodes;
  const older = await createProject(
    join(home, 'older'),
    tarball,
    ['rxjs', '@kubernetes/client-node@^1.4.0'],
    'module',
  );
  const newer = await createProject(
    join(home, 'newer'),
    tarball,
    ['rxjs', '@kubernetes/client-node@^2.0.0', 'typescript@5.9', '@types/node@22'],
    'module',
  );
  const alone = await createProject(join(home, 'alone'), tarball, ['rxjs', 'typescript@5.9'], 'module');
  const passedEntryPoints = /^(?:\w[\w -]*: ok\n)+$/;

  const compiler = join(newer.folder, 'node_modules/typescript/bin/tsc');
  for (const [module, moduleResolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ]) {
    await check(`TypeScript with moduleResolution ${String(moduleResolution)}`, async () => {
      newer.add('every-door.ts');
      const options = {
        module,
        moduleResolution,
        types: ['node'],
        skipLibCheck: true,
        outDir: moduleResolution,
      };
      writeFileSync(join(newer.folder, 'tsconfig.json'), tsconfig(options));
      await newer.run(node24, compiler, '-p', '.');
      assert.match(
        await newer.run(node24, join(String(moduleResolution), 'every-door.js')),
        passedEntryPoints,
      );
    });
  }

  await check('TypeScript in a page: libraries checked, no types of Node, no client-node', async () => {
    alone.add('browser.ts');
    writeFileSync(
      join(alone.folder, 'page.ts'),
      [
        "import { informer } from 'rx-informer';",
        "import { fetchTransport } from 'rx-informer/fetch';",
        "import { core, type Pod } from 'rx-informer/kinds';",
        'export const images = ({ spec }: Pod): readonly (string | undefined)[] =>',
        '  (spec?.containers ?? []).map(({ image }) => image);',
        'export default [informer, fetchTransport, core.v1.pods];',
        '',
      ].join('\n'),
    );
    const options = {
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      noEmit: true,
      lib: ['es2022', 'dom'],
    };
    writeFileSync(
      join(alone.folder, 'tsconfig.json'),
      JSON.stringify({ ...(JSON.parse(tsconfig(options)) as object), files: ['page.ts'] }),
    );
    await alone.run(node24, join(alone.folder, 'node_modules/typescript/bin/tsc'), '-p', '.');
  });

  const plain = /^added default\/colors\nadd colors\n1 in the cache\n$/;
  for (const { name, node, project } of [
    { name: 'Node 20, client-node 1.4', node: node20, project: older },
    { name: 'Node 22, client-node 2', node: node22, project: newer },
    { name: 'Node 24, client-node 2', node: node24, project: newer },
    { name: 'Node 24, client-node 1.4', node: node24, project: older },
  ]) {
    await check(`JavaScript, ${name}`, async () => {
      project.add('plain.js');
      assert.match(await project.run(node, 'plain.js'), plain);
    });
    await check(`the command, ${name}`, async () => {
      const server = createApiServer({ tokens: { secret: 'system:admin' } });
      await server.listen({ port: 0 });
      server.seed([
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'colors', namespace: 'default' } },
      ]);
      const file = join(project.folder, 'kubeconfig');
      writeFileSync(file, server.kubeConfig());
      try {
        const command = join(project.folder, 'node_modules/rx-informer/dist/cli/main.js');
        const words = ['watch', 'cm', '--kubeconfig', file, '--until-synced', '-o', 'json'];
        const lines = (await project.run(node, command, ...words)).trim().split('\n');
        assert.deepEqual(
          lines.map((line) => (JSON.parse(line) as { key: string }).key),
          ['default/colors'],
        );
      } finally {
        await server.close();
      }
    });
  }

  for (const { name, project, problem } of [
    { name: 'without client-node', project: alone, problem: 'is not installed' },
    {
      name: 'with a client-node 2 that Node 20 cannot load',
      project: newer,
      problem: 'does not load on Node 20',
    },
  ]) {
    await check(`the command ${name} says what to install, in one line`, async () => {
      const file = join(project.folder, 'kubeconfig');
      writeFileSync(file, kubeconfig);
      const command = join(project.folder, 'node_modules/rx-informer/dist/cli/main.js');
      const failure = await project.run(node20, command, 'watch', 'pods', '--kubeconfig', file).then(
        () => '',
        (error: unknown) => String(error),
      );
      const [line = ''] = failure.split('\n').filter((one) => one.includes('npm install'));
      assert.match(line, new RegExp(`${problem}.*: npm install @kubernetes/client-node@\\^1\\.4$`));
      assert.doesNotMatch(failure, /^ {4}at /m);
    });
  }

  let bundle = '';
  await check('a bundle of core, ./fetch and ./kinds for the browser, without shims', async () => {
    alone.add('browser.ts');
    bundle = await bundled(alone.folder, 'browser.ts');
    assert.doesNotMatch(bundle, /["']node:/);
  });

  if (chromium !== undefined) {
    await check('the bundle in Chromium', async () => {
      assert.deepEqual(await runInBrowser(chromium, bundle), [
        'added default/was-there initial',
        'added default/came watch',
        'updated default/was-there watch', // a delete with the grace period 0 first sets the deletionTimestamp
        'deleted default/was-there watch',
      ]);
    });
    await check(
      'no task over 50 ms in Chromium, CPU ÷ 4, while 5,000 pods or 2,000 events come in',
      async () => {
        alone.add('long-tasks.ts');
        alone.add('pod-bytes.ts');
        const found = await longTasksInBrowser(chromium, await bundled(alone.folder, 'long-tasks.ts'));
        for (const [way, rounds] of found) {
          console.log(`        ${way}: ${rounds.map((ms) => (ms === 0 ? 'none' : `${ms} ms`)).join(', ')}`);
        }
        const missed = [...found].filter(([, rounds]) => Math.min(...rounds) > 0).map(([way]) => way);
        assert.deepEqual(missed, [], 'each round had a long task');
      },
    );
    await check('the Angular component of the examples in Chromium', async () => {
      const angular = ['core', 'compiler', 'common', 'platform-browser'].map((name) => `@angular/${name}@22`);
      const application = await createProject(join(home, 'angular'), tarball, ['rxjs', ...angular], 'module');
      application.add('angular.js');
      const component = join('angular-pods', 'pods.component.ts');
      cpSync(join('examples', component), join(application.folder, component));
      const { outputFiles, warnings } = await build({
        absWorkingDir: application.folder,
        entryPoints: ['angular.js'],
        bundle: true,
        minify: true,
        platform: 'browser',
        format: 'esm',
        tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
        write: false,
        logLevel: 'silent',
      });
      assert.deepEqual(warnings, []);
      assert.deepEqual(await runAngularInBrowser(chromium, outputFiles[0]?.text ?? ''), [
        'was-there Pending',
        'came Pending, was-there Running',
        'Showing what was last known., came Pending, was-there Running',
        'came Pending',
        'No pods in shop.',
      ]);
    });
  }
}
