/**
 * Checks each dependency: docs/contributing/dependencies.md must give a reason for it, and its licence must be
 * allowed. For packages that users install, npm must know no vulnerability.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { audited, notLicensed, notListed } from './judge-dependencies.js';

const read = (file) => readFileSync(file, 'utf8');
const manifest = JSON.parse(read('package.json'));
const wrong = [
  ...notListed(read('docs/contributing/dependencies.md'), manifest),
  ...notLicensed(JSON.parse(read('package-lock.json')), Object.keys(manifest.peerDependencies)),
];

// `npm audit` reads only the lock file, so the check does not have to install packages. If the registry has no audit
// service, the check does not fail.
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--package-lock-only', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
});
const unsafe = answered(stdout);
if (unsafe === undefined) console.log('npm audit: not run, because the registry does not answer');
else console.log(`npm audit: ${unsafe.length} known vulnerabilities in the installed dependencies`);
wrong.push(...(unsafe ?? []));

const count = ['dependencies', 'peerDependencies', 'devDependencies']
  .map((kind) => `${Object.keys(manifest[kind]).length} ${kind}`)
  .join(', ');
console.log(`${count}: ${wrong.length === 0 ? 'each with a reason and an allowed licence' : 'wrong:'}`);
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;

function answered(text) {
  try {
    return audited(text);
  } catch {
    return undefined; // if npm was killed or is offline, its output may not be JSON
  }
}
