/**
 * Writes the CommonJS build, `dist/cjs`, from the joined modules. Each joined module becomes one CommonJS file. All
 * entry points share one core, so an error has the same class in all of them.
 *
 * Jest loads the CommonJS build. Node and bundlers load the ES modules, even for `require`, because of the conditions
 * `module-sync` and `module` in package.json. A program that uses both `import` and `require` then has one copy of the
 * package.
 *
 * If a dependency has no CommonJS build, it is bundled, and its licence is added. The build has no source maps,
 * because Jest reads no source maps of packages.
 *
 *     node .ci/write-commonjs.js
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const dist = 'dist';
const out = join(dist, 'cjs');
const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
const require = createRequire(import.meta.url);

const command = dirname(relative('dist', bin['rx-informer']));
const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.js') && ![command, 'cjs'].includes(path.split(sep)[0]),
);

/** Returns the folder of the package that contains a file. */
function packageOf(path) {
  const folder = dirname(path);
  return existsSync(join(folder, 'package.json')) ? folder : packageOf(folder);
}
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Whether `require` would load an ES module for this specifier. */
function isEsModule(specifier) {
  const path = require.resolve(specifier);
  return path.endsWith('.mjs') || (path.endsWith('.js') && manifestOf(packageOf(path)).type === 'module');
}

const onlyEsModulesBundled = {
  name: 'only-es-modules-bundled',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point') return undefined;
      if (importer.includes('node_modules')) return undefined;
      if (path === './tables.cjs') return { path: '../../apiserver/tables.cjs', external: true };
      if (path.startsWith('.')) return { path, external: true };
      if (isBuiltin(path) || !isEsModule(path)) return { path, external: true };
      return { path: require.resolve(path) };
    });
  },
};

const { metafile } = await build({
  entryPoints: modules.map((path) => join(dist, path)),
  outdir: out,
  outbase: dist,
  plugins: [onlyEsModulesBundled],
  bundle: true,
  // The code is minified, because each installation contains this second build.
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // Jest supports dynamic imports in CommonJS only with a flag of Node.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__filename' },
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
});
const bundledFolders = new Set(
  Object.keys(metafile.inputs)
    .filter((path) => path.includes('node_modules'))
    .map(packageOf),
);
writeFileSync(join(out, 'package.json'), '{"type":"commonjs","sideEffects":false}\n');

const licences = [...bundledFolders].map((folder) => {
  const { name, version } = manifestOf(folder);
  const [file] = readdirSync(folder).filter((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
});
writeFileSync(join(out, 'LICENSES.txt'), `This folder contains copies of:\n\n${licences.join('\n\n')}`);
