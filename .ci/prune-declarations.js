/**
 * Deletes the declarations, with their maps, that no door reaches, after `tsc`: no program can import them, and they are two
 * thirds of all declarations.
 *
 *     node .ci/prune-declarations.js [dist]
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import ts from 'typescript';

const [dist = 'dist'] = process.argv.slice(2);
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

const reached = new Set();
function follow(path) {
  if (reached.has(path)) return;
  reached.add(path);
  for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles)
    if (fileName.startsWith('.'))
      follow(resolve(dirname(path), fileName.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')));
}
for (const { types } of Object.values(exports))
  if (types !== undefined) follow(resolve(types.replace('./dist', dist)));

for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const path = join(dist, file);
  if (!file.endsWith('.d.ts') || reached.has(resolve(path))) continue;
  rmSync(path);
  rmSync(`${path}.map`);
}
