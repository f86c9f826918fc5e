/**
 * Checks the types of each example in the documentation: the `ts` code blocks of README.md, of docs/ and of the TSDoc
 * in src/. Each block becomes a module. The module imports the names that the block uses but does not declare.
 * spec/support/reader.ts declares names that stand for code of the user.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const out = 'build/doc-examples';
const entryPoints = {
  'rx-informer': 'src/index.ts',
  'rx-informer/client': 'src/client/index.ts',
  'rx-informer/derived': 'src/derived/index.ts',
  'rx-informer/scope': 'src/scope/index.ts',
  'rx-informer/inspect': 'src/inspect/index.ts',
  'rx-informer/controller': 'src/controller/index.ts',
  'rx-informer/client-go': 'src/client-go/index.ts',
  'rx-informer/fetch': 'src/fetch/index.ts',
  'rx-informer/client-node': 'src/client-node/index.ts',
  'rx-informer/testing': 'src/testing/index.ts',
  'rx-informer/recording': 'src/recording/index.ts',
  'rx-informer/apiserver': 'src/apiserver/index.ts',
};

const filesIn = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('generated'))
    .map((name) => join(folder, name));

const pages = ['README.md', ...filesIn('docs', '.md').filter((file) => !file.startsWith('docs/site/'))].map(
  (file) => [file, readFileSync(file, 'utf8')],
);
const comments = filesIn('src', '.ts').map((file) => [
  file,
  [...readFileSync(file, 'utf8').matchAll(/^ *\/\*\*.*?\*\//gms)]
    .map(([comment]) => comment.replace(/^ *\* ?/gm, ''))
    .join('\n'),
]);
const examples = [...pages, ...comments].flatMap(([file, text]) =>
  [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => ({ file, code })),
);

/** Returns the names that a module exports. */
const exportsOf = (source) =>
  [...source.matchAll(/export (?:type )?\{(.*?)\}/gs)].flatMap(([, list]) =>
    list.split(',').map((name) =>
      name
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/^\s*type\s+/, '')
        .trim(),
    ),
  );
/** The module from which each name is imported. If several modules export a name, the first module counts. */
const origins = new Map();
const offer = (from, names) => names.forEach((name) => name && !origins.has(name) && origins.set(name, from));
for (const [entryPoint, file] of Object.entries(entryPoints))
  offer(entryPoint, exportsOf(readFileSync(file, 'utf8')));
for (const room of ['objects', 'scheduling', 'source'])
  offer(`../../src/${room}/index.ts`, exportsOf(readFileSync(`src/${room}/index.ts`, 'utf8')));
offer('rxjs', Object.keys(await import('rxjs')).concat('Observable', 'MonoTypeOperatorFunction'));
offer('rx-informer/kinds', ['core', 'apps', 'batch', 'Pod', 'Deployment', 'Node', 'ConfigMap']);
offer('rxjs/testing', ['TestScheduler']);
offer('@jest/globals', ['expect']);
offer('@kubernetes/client-node', ['KubeConfig', 'V1Pod']);
offer(
  '../../spec/support/reader.ts',
  [
    ...readFileSync('spec/support/reader.ts', 'utf8').matchAll(
      /^export (?:declare )?(?:const|function|interface|type) ([\w$]+)/gm,
    ),
  ].map(([, name]) => name),
);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
examples.forEach(({ file, code }, at) => {
  const text = code.replace(/\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\]|\\.)*'/g, '');
  const own = new Set(
    [
      ...code.matchAll(
        /(?:const|let|function|interface|class|type) ([\w$]+)|(?:import|import type|const) \{(.*?)\}/gs,
      ),
    ].flatMap(([, name, list]) =>
      name ? [name] : list.split(',').map((one) => one.replace(/^\s*type\s+/, '').trim()),
    ),
  );
  const used = [
    ...new Set([...text.matchAll(/(?<![.\w$])([A-Za-z_][\w$]*)(?!\s*:(?!:))/g)].map(([, name]) => name)),
  ];
  const imports = used
    .filter((name) => origins.has(name) && !own.has(name))
    .map((name) => `import { ${name} } from '${origins.get(name)}';`);
  writeFileSync(
    join(out, `${String(at).padStart(2, '0')}.ts`),
    `// ${file}\n${imports.join('\n')}\n${code}\nexport {};\n`,
  );
});
writeFileSync(
  join(out, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      verbatimModuleSyntax: false,
      rootDir: '../..',
    },
    include: ['*.ts'],
  }),
);
try {
  execFileSync('npx', ['tsc', '-p', out], { stdio: 'inherit' });
  console.log(`${examples.length} examples compile`);
} catch {
  console.error(`in ${out}; each file names its source`);
  process.exitCode = 1;
}
