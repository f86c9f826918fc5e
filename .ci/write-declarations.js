/**
 * Leaves one copy of the declarations, for `import` and for `require`, after `tsc`: in `dist/cjs`, as CommonJS. An ES module can
 * take the types of CommonJS, and CommonJS not those of an ES module, so the declaration of each ES module exports all of
 * that of its CommonJS. The types of both are then the same.
 *
 * Declarations that no door reaches are left out: no program can import them, and they are two thirds of all declarations.
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

const reached = new Set();
function follow(path) {
  if (reached.has(path)) return;
  reached.add(path);
  for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles)
    if (fileName.startsWith('.'))
      follow(resolve(dirname(path), fileName.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')));
}
for (const door of doors) follow(resolve(dist, door));

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
  writeFileSync(target, ofEsModules(readFileSync(path, 'utf8')));
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
