/**
 * Moves the type declarations that `tsc` writes to `dist/cjs`. The same declarations serve `import` and `require`. An
 * ES module can use the types of a CommonJS module, but a CommonJS module cannot use the types of an ES module.
 * Therefore the declaration of each ES module re-exports the declaration of its CommonJS module.
 *
 * Deletes declarations that no entry point uses. No program can import them, and they are two thirds of all
 * declarations.
 *
 *     node .ci/write-declarations.js [dist]
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import process from 'node:process';
import ts from 'typescript';

const [dist = 'dist'] = process.argv.slice(2);
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entryPoints = Object.values(exports)
  .filter(({ types }) => types !== undefined)
  .map(({ types }) => types.replace('./dist/', ''));

/** Returns the modules from which a declaration imports or re-exports names. `names` is undefined for `export *`. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const found = [...text.matchAll(importPattern)].map(([, list, file]) => ({
    from: resolve(dirname(path), file.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')),
    names: list && namesIn(list),
  }));
  const all = ts.preProcessFile(text).importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
  if (found.length !== all.length) throw new Error(`${path} has an import of another form`);
  return found;
}
const importPattern = /^(?:import|export) (?:(?:type )?\{([^}]*)\}|\*) from '(\.[^']*)';?$/gm;
const namesIn = (list) =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');

/**
 * Whether a file is the index of a folder that is not an entry point. The script removes the names that no other
 * declaration imports from this index.
 */
const isRoom = (path) =>
  /^[^/]+\/index\.d\.ts$/.test(relative(dist, path)) && !entryPoints.includes(relative(dist, path));
const takenFrom = new Map();
const reached = new Set();
function follow(path) {
  if (reached.has(path)) return;
  reached.add(path);
  for (const { from, names } of importsOf(path)) {
    if (isRoom(from)) take(from, names);
    else follow(from);
  }
}
function take(room, names) {
  reached.add(room);
  takenFrom.set(room, new Set([...(takenFrom.get(room) ?? []), ...names]));
  for (const { from, names: offered } of importsOf(room))
    if (offered.some((name) => names.includes(name))) follow(from);
}
for (const entryPoint of entryPoints) follow(resolve(dist, entryPoint));

/**
 * Removes from the declaration file of an index the exported names that no other declaration file imports. Also removes the link to the source map, because the source map is
 * valid only for the whole file.
 */
const onlyTaken = (index, taken) =>
  index
    .replace(/^\/\/# sourceMappingURL.*/m, '')
    .replace(importPattern, (statement, list) => {
      const kept = list.split(',').filter((one) => namesIn(one).some((name) => taken.has(name)));
      return kept.length === 0
        ? ''
        : statement.replace(list, ` ${kept.map((one) => one.trim()).join(', ')} `);
    })
    .replace(/\n{2,}/g, '\n');

/** Moves a declaration and its source map to `cjs`. The paths in the map get one more `..`. */
function move(path) {
  const target = join(dist, 'cjs', relative(dist, path));
  mkdirSync(dirname(target), { recursive: true });
  const declaration = readFileSync(path, 'utf8');
  const taken = takenFrom.get(resolve(path));
  writeFileSync(target, taken ? onlyTaken(declaration, taken) : declaration);
  if (taken) return;
  const map = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
  const sources = map.sources.map((source) => posix.join('..', source));
  writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources }));
}

const emitted = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.d.ts'))
  .map((file) => join(dist, file));
for (const path of emitted) {
  if (reached.has(resolve(path))) move(path);
  rmSync(path);
  rmSync(`${path}.map`);
}
for (const entryPoint of entryPoints) {
  const up = posix.relative(posix.dirname(entryPoint), '.') || '.';
  writeFileSync(
    join(dist, entryPoint),
    `export * from '${up}/cjs/${entryPoint.replace(/\.d\.ts$/, '.js')}';\n`,
  );
}
