/**
 * Makes one module of the 350 of the API server, after `tsc`: to find and link each takes longer than all that they do, and
 * a server is to be ready in 200 ms. Types, other rooms and packages stay apart, so that an error is of the same class
 * whichever door it came through.
 *
 *     node .ci/join-api-server.js [dist]
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildSync } from 'esbuild';

const [dist = 'dist'] = process.argv.slice(2);
const room = join(dist, 'apiserver');
const rooms = readdirSync(dist, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'apiserver')
  .map(({ name }) => `./${join(dist, name)}/*`);
buildSync({
  entryPoints: [join(room, 'index.js')],
  outfile: join(room, 'index.js'),
  allowOverwrite: true,
  bundle: true,
  packages: 'external',
  external: rooms,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  charset: 'utf8',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
});
for (const path of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
  if (/\.js(\.map)?$/.test(path) && !/^index\.js(\.map)?$/.test(path)) rmSync(join(room, path));
}
