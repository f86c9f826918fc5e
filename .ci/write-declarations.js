/**
 * Leaves one copy of the declarations, for `import` and for `require`, after `tsc`: in `dist/cjs`, as CommonJS. An ES module can
 * take the types of CommonJS, and CommonJS not those of an ES module, so the declaration of each ES module exports all of
 * that of its CommonJS. The types of both are then the same.
 *
 * Declarations that no entry point reaches are left out: no program can import them, and they are two thirds of all
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
const doors = Object.values(exports)
  .filter(({ types }) => types !== undefined)
  .map(({ types }) => types.replace('./dist/', ''));

/** Declarations of other modules that a declaration takes names from; `names` is undefined for all of them. */
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

/** The index of a room without a door declares only what is taken from it. */
const isRoom = (path) =>
  /^[^/]+\/index\.d\.ts$/.test(relative(dist, path)) && !doors.includes(relative(dist, path));
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
for (const door of doors) follow(resolve(dist, door));

/** An index without the names that no declaration takes, and without its map, which is of all lines. */
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

/** CommonJS names the types of a package that has ES modules only by this attribute. */
const ofEsModules = (declaration) =>
  declaration.replace(
    /^(import type .* from '@kubernetes\/client-node');$/gm,
    "$1 with { 'resolution-mode': 'import' };",
  );

/** A declaration, and the map from it to its source, one folder further down. */
function move(path) {
  const target = join(dist, 'cjs', relative(dist, path));
  mkdirSync(dirname(target), { recursive: true });
  const declaration = readFileSync(path, 'utf8');
  const taken = takenFrom.get(resolve(path));
  writeFileSync(target, ofEsModules(taken ? onlyTaken(declaration, taken) : declaration));
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
for (const door of doors) {
  const up = posix.relative(posix.dirname(door), '.') || '.';
  writeFileSync(join(dist, door), `export * from '${up}/cjs/${door.replace(/\.d\.ts$/, '.js')}';\n`);
}
