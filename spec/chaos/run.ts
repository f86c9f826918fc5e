/**
 * Ten informers, thousands of changes, and all that networks and servers do to those: `npm run chaos`.
 *
 *     npm run chaos [-- --site embedded|real] [--seed N] [--minutes 1] [--changes 20000]
 *
 * Each site is played by a process of its own; `--minutes` is how long the changes take, and faults come all that while, in an
 * order and at places that the seed decides. The real server is played where it is built, or Go is there to build it.
 * What fails is printed with the plan as it was played, and the seed. Closes with "N passed, N failed".
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { assets } from '../kube/kube.mjs';

const { values: given } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    seed: { type: 'string' },
    minutes: { type: 'string', default: '1' },
    changes: { type: 'string', default: '20000' },
  },
});
const sites = given.site ?? ['embedded', 'real'];
const unknown = sites.filter((site) => site !== 'embedded' && site !== 'real');
if (unknown.length > 0) throw new Error(`--site is embedded or real, not ${unknown.join(', ')}`);
const numbers = [given.seed ?? String(Date.now() % 1_000_000), given.changes, given.minutes];
if (!numbers.every((text) => Number(text) > 0))
  throw new Error('--seed, --changes and --minutes are numbers above 0');

let [passed, failed] = [0, 0];
for (const site of sites) {
  if (site === 'real' && !canHaveReal()) {
    console.log('real server: not run (no Go)');
    continue;
  }
  const again = `npm run chaos -- --site ${site} --seed ${numbers[0]} --changes ${numbers[1]} --minutes ${numbers[2]}`;
  console.log(`${site} server: ${again}`);
  const counts = /^(\d+) passed, (\d+) failed$/m.exec(await played(site));
  passed += Number(counts?.[1] ?? 0);
  failed += Number(counts?.[2] ?? 1); // a site that ends without a count
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** What it printed; its own count is not shown, for the last line is the sum. */
async function played(site: string): Promise<string> {
  const file = fileURLToPath(new URL('play.ts', import.meta.url));
  const flags = ['--conditions=rx-informer:source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, file, site, ...numbers], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, done] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (done += text));
  // A busy machine may take a few times as long.
  const late = setTimeout(
    () => {
      done += 'it came to no end, and was ended\n';
      child.kill('SIGTERM');
    },
    300_000 + Number(given.minutes) * 300_000,
  );
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  console.log(said.replace(/^\d+ passed, \d+ failed$\n?/m, ''));
  if (code !== 0) console.log(`What was done:\n${done}`);
  return said;
}

function canHaveReal(): boolean {
  if (['etcd', 'kube-apiserver'].every((name) => existsSync(join(assets, name)))) return true;
  if (process.env['KUBEBUILDER_ASSETS'] !== undefined) return false;
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
