/**
 * Runs ten informers, and a controller with two replicas, during faults of networks and servers, with thousands of changes:
 * `npm run suite -- chaos`. `--help` prints the options.
 *
 * Each test runs against the embedded API server and against a real kube-apiserver, each in a process of its own. The real
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
npm run suite -- chaos [--what informers|controller] [--site embedded|real] [--seed N] [--seeds N]
                       [--minutes N] [--changes N]

Runs ten informers, or a controller with two replicas and leader election, during thousands of changes by
other clients, and faults of networks and servers. The first line of each site is the command that repeats
the same plan. The seed decides the order and the places of the faults, but not which requests they affect.
Ends with code 0 if all checks passed, 1 if a check failed, 2 for a wrong command line.

  --what NAME     informers, or controller; both by default
  --site NAME     embedded, or real (a kube-apiserver and its etcd); can be given twice; both by default
  --seed N        seed of the random numbers; by default from the clock
  --seeds N       number of seeds for the controller; 1 by default
  --minutes N     duration of the changes; 1 by default; informers only
  --changes N     number of changes; 20000 by default; informers only
`,
  options: {
    what: oneOf(['informers', 'controller']),
    site: oneOf(['embedded', 'real']),
    seed: wholeNumber(1),
    seeds: wholeNumber(1),
    minutes: numberAboveZero,
    changes: wholeNumber(1),
  },
});
const sites = given.site.length > 0 ? [...new Set(given.site)] : (['embedded', 'real'] as const);
const seed = given.seed.at(-1) ?? 1 + (Date.now() % 1_000_000);
const [changes, minutes] = [given.changes.at(-1) ?? 20_000, given.minutes.at(-1) ?? 1];

const seeds = given.seeds.at(-1) ?? 1;
const wants = (what: 'informers' | 'controller'): boolean =>
  given.what.length === 0 || given.what.includes(what);

let [passed, failed] = [0, 0];
for (const site of sites) {
  if (site === 'real' && !isAvailable()) {
    console.log('real server: not run (no Go)');
    continue;
  }
  if (wants('informers')) {
    const rest = `--changes ${changes} --minutes ${minutes}`;
    await count(site, `--what informers --site ${site} --seed ${seed} ${rest}`, 'play.ts', [
      seed,
      changes,
      minutes,
    ]);
  }
  for (let nth = seed; nth < seed + seeds && wants('controller'); nth++)
    await count(site, `--what controller --site ${site} --seed ${nth}`, 'play-controller.ts', [nth]);
}
closeRun(passed, failed);

/** Runs one test, and adds its results to `passed` and `failed`. */
async function count(site: string, options: string, file: string, args: readonly number[]): Promise<void> {
  console.log(`${site} server: npm run suite -- chaos ${options}`);
  const { said, code } = await played(file, [site, ...args.map(String)]);
  for (const counts of said.matchAll(/^(\d+) passed, (\d+) failed$/gm)) {
    passed += Number(counts[1]);
    failed += Number(counts[2]);
  }
  if (code === 0 || /^\d+ passed, [1-9]\d* failed$/m.test(said)) return;
  console.log(
    `FAILED  ${site} server: the test itself failed or did not end: there is no result for the library`,
  );
  failed++;
}

/**
 * Runs one test in a process of its own. Returns the output without its last line, because `run.ts` prints one sum for all
 * servers.
 */
async function played(
  name: string,
  args: readonly string[],
): Promise<{ readonly said: string; readonly code: number | null }> {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const flags = ['--conditions=rx-informer:source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, file, ...args], {
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
  console.log(said.replace(/^\d+ passed, \d+ failed$\n?/gm, ''));
  if (code !== 0) console.log(`Steps:\n${done}`);
  return { said, code };
}
