/**
 * Sends random sequences of writes by three field managers to the embedded server and to a real kube-apiserver. Except
 * for names, versions and times, the responses, the objects and their managed fields must be equal.
 *
 *     npm run differential --
 *         [--sequences 50] [--steps 12] [--seed 1] [--kind deployments]… [--show 5]
 *         [--server URL --token T --ca FILE]        instead of a server that the program starts
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createApiServer } from 'rx-informer/apiserver';
import { down, up } from '../../kube/kube.mjs';
import { type Chance, chanceOf } from './chance.ts';
import { closeRun } from '../../support/close-run.ts';
import { comparable } from './comparable.ts';
import { difference } from './difference.ts';
import { type Kind, kinds } from './kinds.ts';
import { type Server, serverAt } from './server.ts';
import { type Step, stepOf } from './step.ts';
import { widgetDefinition } from './widget-definition.ts';

const { values: options } = parseArgs({
  options: {
    sequences: { type: 'string', default: '50' },
    steps: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
    kind: { type: 'string', multiple: true, default: Object.keys(kinds) },
    server: { type: 'string' },
    token: { type: 'string', default: '' },
    ca: { type: 'string' },
  },
});

interface Pair {
  readonly real: Server;
  readonly embedded: Server;
}

interface Score {
  readonly equal: number;
  readonly different: number;
  /** Number of writes that only the real server refuses, because the embedded server lacks some validation rules. */
  readonly unknown: number;
  readonly report: string | undefined;
}

const { sequences, steps, seed, show } = {
  sequences: Number(options.sequences),
  steps: Number(options.steps),
  seed: Number(options.seed),
  show: Number(options.show),
};

const cluster = options.server === undefined ? await up() : undefined;
const embedded = createApiServer({ tokens: { token: 'admin' } });
try {
  const { url } = await embedded.listen();
  const pair: Pair = {
    real:
      cluster === undefined
        ? serverAt(options.server ?? '', options.token, options.ca)
        : serverAt(cluster.server, cluster.token, cluster.caFile),
    embedded: serverAt(url, 'token'),
  };
  await prepare(pair);
  await compareAll(pair);
} finally {
  await embedded.close();
  if (cluster !== undefined) await down(cluster);
}

async function prepare({ real, embedded: own }: Pair): Promise<void> {
  for (const server of [real, own]) {
    await server.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition);
    await server.ask('POST', '/api/v1/namespaces', { metadata: { name: 'differential' } });
    await served(server);
  }
}

async function served(server: Server): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { status } = await server.ask('GET', kinds['widgets']?.path('differential') ?? '');
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.error('the widgets are not served by each server');
}

async function compareAll(pair: Pair): Promise<void> {
  const run = `${Date.now()}`;
  let [passed, failed] = [0, 0];
  for (const name of options.kind) {
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`--kind ${name}: it is one of ${Object.keys(kinds).join(', ')}`);
    let [equal, different, unknown] = [0, 0, 0];
    for (let at = 0; at < sequences; at++) {
      const score = await sequence(pair, kind, `${kind.kind.toLowerCase()}-${run}-${at}`, seed * 1000 + at);
      equal += score.equal;
      different += score.different;
      unknown += score.unknown;
      if (score.report !== undefined && failed + different <= show) console.log(score.report);
    }
    console.log(
      `${name}: ${equal} answers equal, ${different} different; ${unknown} refused by rules of the kind alone`,
    );
    passed += equal;
    failed += different;
  }
  closeRun(passed, failed);
}

/**
 * Sends one random sequence of writes to both servers. Stops at the first difference, because further differences
 * would follow from it.
 */
async function sequence(pair: Pair, kind: Kind, name: string, by: number): Promise<Score> {
  const chance = chanceOf(by);
  const collection = kind.path('differential');
  const log: string[] = [];
  let equal = 0;
  for (const step of stepsOf(kind, collection, name, chance)) {
    log.push(step.name);
    const [expected, found] = await Promise.all([step.run(pair.real), step.run(pair.embedded)]);
    const [a, b] = [comparable(expected), comparable(found)];
    if (isDeepStrictEqual(a, b)) {
      equal++;
      continue;
    }
    if (kind.builtIn && expected.status === 422 && found.status < 300) {
      return { equal, different: 0, unknown: 1, report: undefined };
    }
    const last = log.slice(-3).map((line) => `  ${line.slice(0, 600)}`);
    const report = [`— seed ${by}, step ${log.length}:`, ...last, difference(a, b)].join('\n');
    return { equal, different: 1, unknown: 0, report };
  }
  return { equal, different: 0, unknown: 0, report: undefined };
}

/** Returns a random sequence of writes. The first write creates the object by a POST or by an apply. */
function stepsOf(kind: Kind, collection: string, name: string, chance: Chance): readonly Step[] {
  const { apiVersion } = kind;
  const base = { apiVersion, kind: kind.kind, metadata: { name }, ...kind.base(chance) };
  const create: Step = {
    name: `create by seed: ${JSON.stringify(base)}`,
    run: (server) => server.ask('POST', `${collection}?fieldManager=seed`, base),
  };
  const first = chance.once(3) ? [] : [create];
  return [...first, ...Array.from({ length: steps }, () => stepOf(kind, `${collection}/${name}`, chance))];
}
