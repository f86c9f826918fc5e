/**
 * Runs ten informers during faults of networks and servers, with thousands of changes: `npm run suite -- chaos`.
 * `--help` prints the options.
 *
 * The test runs against the embedded API server and against a real kube-apiserver, each in its own process. The real
 * server takes part only if it is built or if Go can build it. For a failure, prints the steps and the seed. The last
 * line is "N passed, N failed".
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isAvailable } from '../kube/kube.mjs';
import { numberAboveZero, oneOf, scriptOptions, wholeNumber } from '../support/script-options.ts';
import { closeRun } from '../support/close-run.ts';

const given = scriptOptions({
  usage: `
npm run suite -- chaos [--site embedded|real] [--seed N] [--minutes N] [--changes N]

Runs ten informers during thousands of changes, and faults of networks and servers. The first line
of each site is the command that repeats the same plan. The seed decides the order and the places of
the faults, but not which requests they affect. Ends with code 0 if all checks passed, 1 if a check
failed, 2 for a wrong command line.

  --site NAME     embedded, or real (a kube-apiserver and its etcd); can be given twice; both by default
  --seed N        seed of the random numbers; by default from the clock
  --minutes N     duration of the changes; 1 by default
  --changes N     number of changes; 20000 by default
`,
  options: {
    site: oneOf(['embedded', 'real']),
    seed: wholeNumber(1),
    minutes: numberAboveZero,
    changes: wholeNumber(1),
  },
});
const sites = given.site.length > 0 ? [...new Set(given.site)] : (['embedded', 'real'] as const);
const seed = given.seed.at(-1) ?? 1 + (Date.now() % 1_000_000);
const [changes, minutes] = [given.changes.at(-1) ?? 20_000, given.minutes.at(-1) ?? 1];

let [passed, failed] = [0, 0];
for (const site of sites) {
  if (site === 'real' && !isAvailable()) {
    console.log('real server: not run (no Go)');
    continue;
  }
  const again = `npm run suite -- chaos --site ${site} --seed ${seed} --changes ${changes} --minutes ${minutes}`;
  console.log(`${site} server: ${again}`);
  const { said, code } = await played(site);
  const counts = /^(\d+) passed, (\d+) failed$/m.exec(said);
  passed += Number(counts?.[1] ?? 0);
  failed += Number(counts?.[2] ?? 0);
  if (code === 0 || Number(counts?.[2]) > 0) continue;
  console.log(
    `FAILED  ${site} server: the test itself failed or did not end: there is no result for the library`,
  );
  failed++;
}
closeRun(passed, failed);

/**
 * Runs the test against one server. Returns the output without its last line, because `run.ts` prints one sum for all
 * servers.
 */
async function played(site: string): Promise<{ readonly said: string; readonly code: number | null }> {
  const file = fileURLToPath(new URL('play.ts', import.meta.url));
  const flags = ['--conditions=rx-informer:source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, file, site, ...[seed, changes, minutes].map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, done] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (done += text));
  // The time limit is long, because the test takes several times as long on a busy computer.
  const late = setTimeout(
    () => {
      done += 'the process did not end, and was killed\n';
      child.kill('SIGTERM');
    },
    300_000 + minutes * 300_000,
  );
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  console.log(said.replace(/^\d+ passed, \d+ failed$\n?/m, ''));
  if (code !== 0) console.log(`Steps:\n${done}`);
  return { said, code };
}
