/**
 * Packs the library and installs it into an empty project, as a user does. Checks the number and the size of the
 * installed packages.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const limit = { packages: 40, megabytes: 17 };

const directory = mkdtempSync(join(tmpdir(), 'rx-informer-install-'));
const npm = (...args) =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const [{ filename }] = JSON.parse(
    npm('pack', '--ignore-scripts', '--json', '--pack-destination', directory),
  );
  writeFileSync(join(directory, 'package.json'), '{"name":"user","private":true,"type":"module"}');
  npm('install', '--prefix', directory, '--no-audit', '--no-fund', join(directory, filename));

  const lock = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
  const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  const bytes = sizeOf(join(directory, 'node_modules'));
  const native = filesIn(join(directory, 'node_modules')).filter((file) => file.endsWith('.node'));

  console.log(
    `${installed.length} packages, ${(bytes / 1e6).toFixed(2)} MB: ${installed.map(([path]) => path.slice(13)).join(' ')}`,
  );
  const wrong = [
    installed.length > limit.packages && `more than ${limit.packages} packages`,
    bytes > limit.megabytes * 1e6 && `more than ${limit.megabytes} MB`,
    scripts.length > 0 && `install scripts: ${scripts.join(' ')}`,
    native.length > 0 && `native code: ${native.join(' ')}`,
  ].filter(Boolean);
  for (const line of wrong) console.error(line);

  // Checks that each entry point can be imported in this project, which contains no other package.
  const entryPoints = [
    '',
    '/client',
    '/derived',
    '/scope',
    '/inspect',
    '/controller',
    '/client-go',
    '/fetch',
    '/client-node',
    '/kinds',
    '/testing',
    '/recording',
    '/apiserver',
  ].map((entryPoint) => `rx-informer${entryPoint}`);
  const script = `for (const entryPoint of ${JSON.stringify(entryPoints)}) console.log(entryPoint, Object.keys(await import(entryPoint)).length, 'names');`;
  console.log(
    execFileSync('node', ['--input-type=module', '-e', script], { cwd: directory, encoding: 'utf8' }),
  );
  console.log(
    execFileSync(join(directory, 'node_modules/.bin/rx-informer'), ['--version'], { encoding: 'utf8' }),
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function filesIn(path) {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function sizeOf(path) {
  return filesIn(path).reduce((sum, file) => sum + statSync(file).size, 0);
}
