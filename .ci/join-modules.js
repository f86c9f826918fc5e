/**
 * Joins the many modules that `tsc` writes into a few modules. For a small module, Node needs more time to find and
 * link it than to run it. A program waits for this time at its start. `core.js` contains all folders of `src` that
 * have no entry point. Each entry point is one module. The command has one module for each part that it loads
 * separately.
 *
 * Each piece of code is in only one module, and the other modules import it. Therefore an error has the same class in
 * all entry points. Type declarations are not joined. Imports of packages stay imports.
 *
 *     node .ci/join-modules.js [dist]
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

const [dist = 'dist'] = process.argv.slice(2);
const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
const exported = Object.keys(exports)
  .filter((path) => /^\.\/[^.]+$/.test(path))
  .map((path) => basename(path));
/**
 * The folders that become separate modules: the entry points, and `yaml`. The API server and the command import
 * `yaml`, but `core.js` does not.
 */
const entryPoints = [...exported, 'yaml'];
const command = basename(dirname(bin['rx-informer']));
const core = readdirSync(dist, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== command && !entryPoints.includes(entry.name))
  .map(({ name }) => name);

const modulesOf = (room) =>
  readdirSync(join(dist, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(dist, room, path));

/** Changes an import of a file in another folder into an import of the module that contains this folder. */
const byRoom = (own) => ({
  name: 'by-room',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      const [room] = relative(dist, resolve(resolveDir, path)).split(sep);
      if (kind === 'entry-point' || own.rooms.includes(room)) return undefined;
      const holder = core.includes(room) ? 'core.js' : `${room}/index.js`;
      return { path: own.up + holder, external: true };
    });
  },
});

/**
 * The generated tables of the API server become one CommonJS file. The ES modules and the CommonJS build share this
 * file. The tables are compressed JSON in this file, and have a tenth of their original size. A program needs 5 ms to
 * unpack them.
 */
const tables = 'tables.cjs';
const tablesApart = {
  name: 'tables-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/[\w-]+\.js$/ }, ({ resolveDir }) =>
      resolveDir.startsWith(resolve(dist, 'apiserver')) ? { path: `./${tables}`, external: true } : undefined,
    );
  },
};

async function joinTables() {
  const resolveDir = resolve(dist, 'apiserver/generated');
  const files = readdirSync(resolveDir).filter((name) => name.endsWith('.js'));
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(resolveDir, name)).href)));
  const exported = modules.flatMap((module) => Object.entries(module));
  if (!isDeepStrictEqual(exported, JSON.parse(JSON.stringify(exported))))
    throw new Error('a generated table of the API server is not JSON');
  const packed = exported.filter(([, table]) => typeof table !== 'string');
  const json = JSON.stringify(Object.fromEntries(packed));
  writeFileSync(
    join(dist, 'apiserver', tables),
    [
      `'use strict';`,
      `const packed = '${brotliCompressSync(json).toString('base64')}';`,
      `const tables = JSON.parse(require('node:zlib').brotliDecompressSync(Buffer.from(packed, 'base64')));`,
      ...exported.map(([name, table]) =>
        typeof table === 'string'
          ? `exports.${name} = '${table}';` // this text is compressed
          : `exports.${name} = tables.${name};`,
      ),
      '',
    ].join('\n'),
  );
}

/** Gives a joined module a single import of RxJS with all names that its folders use. */
const rxjsOnce = (names) => ({
  name: 'rxjs-once',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^rxjs$/ }, ({ namespace }) =>
      namespace === 'once' ? { path: 'rxjs', external: true } : { path: 'rxjs', namespace: 'once' },
    );
    onLoad({ filter: /^rxjs$/, namespace: 'once' }, () => ({
      contents: `export { ${names.join(', ')} } from 'rxjs';`,
    }));
  },
});

function rxjsNames(rooms) {
  const imports = rooms.flatMap((room) =>
    modulesOf(room).flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/^import \{([^}]*)\} from 'rxjs';/gm),
    ]),
  );
  const names = imports.flatMap(([, list]) => list.split(',').map((name) => name.trim()));
  return [...new Set(names)].filter((name) => name !== '').sort();
}

/**
 * Marks calls at the top level of a module as pure. If a program does not use the result of a pure call, a bundler can
 * remove the call. The setting "sideEffects": false in package.json applies only to whole modules.
 */
const pureCalls = {
  name: 'pure-calls',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(/^(?:export )?const [\w$]+ = (?=(?:new )?[\w.]+\(|\[.*\]\.map\()/gm, marked)
        .replace(/^(?:export )?const [\w$]+ = \{\n[^]*?^\};/gm, (table) =>
          table.replace(/^ {4}\w+: (?=\w+\()/gm, marked),
        ),
    }));
  },
};
const marked = '$&/* @__PURE__ */ ';

/**
 * Bundles a program that imports a module but none of its names. Fails if the bundle still contains code of the module,
 * because then the bundle of each program would contain this code.
 */
async function checkTreeShaking(path) {
  const { outputFiles } = await build({
    stdin: { contents: `import './${path}';`, resolveDir: '.' },
    plugins: [{ name: 'kept', setup: ({ onResolve }) => onResolve({ filter: /^\.\// }, keptWhole) }],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const [{ text }] = outputFiles;
  const rest = text.replace(/^(import [^;]*;|\/\/.*)$/gm, '').trim();
  if (rest !== '') throw new Error(`every bundle would contain this code of ${path}:\n${rest}`);
}
const keptWhole = ({ path }) => ({ path: resolve(path), sideEffects: true });

/**
 * Joins the modules that an entry file imports, directly or indirectly. Omits modules outside the folders `own.rooms`.
 */
async function joined(own, options) {
  await build({
    sourcemap: true,
    ...options,
    plugins: [tablesApart, byRoom(own), rxjsOnce(rxjsNames(own.rooms)), pureCalls],
    bundle: true,
    allowOverwrite: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    charset: 'utf8',
    sourcesContent: false,
    logLevel: 'warning',
  });
}

const emitted = [...core, ...entryPoints, command].flatMap(modulesOf);
const kept = [
  ...entryPoints.map((entryPoint) => join(dist, entryPoint, 'index.js')),
  join(dist, command, 'main.js'),
];

const contents = core.map((room) => `export * from './${room}/index.js';`).join('\n');
await joined(
  { rooms: core, up: './' },
  { stdin: { contents, resolveDir: resolve(dist) }, outfile: join(dist, 'core.js') },
);
await checkTreeShaking(join(dist, 'core.js'));
await joinTables();
/**
 * The package contains these modules in a readable form, without source maps, and without their sources in TypeScript. The
 * installed package is then smaller: the source map of the API server alone is larger than its module.
 */
const withoutSources = [
  'apiserver',
  'client',
  'client-go',
  'client-node',
  'controller',
  'kinds',
  'recording',
  'derived',
  'scope',
  'inspect',
  'testing',
  'yaml',
];
/** The modules that applications do not bundle. */
const unbundled = ['yaml', 'apiserver'];
const entries = ['index.js', ...entryPoints.map((entryPoint) => `${entryPoint}/index.js`)];
for (const entry of entries) {
  const room = dirname(entry);
  const path = join(dist, entry);
  await joined(
    { rooms: room === '.' ? [] : [room], up: room === '.' ? './' : '../' },
    // esbuild removes the white space of the modules `yaml` and `apiserver`, because applications do not bundle these
    // modules. The installed package is then smaller. The other modules keep their white space, because otherwise esbuild
    // would also remove the annotations of pure calls.
    {
      entryPoints: [path],
      outfile: path,
      minifyWhitespace: unbundled.includes(room),
      sourcemap: !withoutSources.includes(room),
    },
  );
  if (withoutSources.includes(room)) rmSync(`${path}.map`);
}
for (const room of ['client', 'derived', 'scope', 'inspect', 'controller', 'client-go', 'fetch', 'kinds'])
  await checkTreeShaking(join(dist, room, 'index.js'));
await joined(
  { rooms: [command], up: '../' },
  {
    entryPoints: [join(dist, command, 'main.js')],
    outdir: join(dist, command),
    splitting: true,
    minifyWhitespace: true,
  },
);
for (const path of emitted) {
  if (kept.includes(path)) continue;
  rmSync(path);
  rmSync(`${path}.map`);
}
