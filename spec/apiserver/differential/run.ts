/**
 * Random sequences of writes by three managers, made to the embedded server and to a real kube-apiserver alike: what is
 * answered, the objects and their managed fields must be the same, but for names, versions and times.
 *
 *     node --conditions=rx-informer:source spec/apiserver/differential/run.ts
 *         [--sequences 50] [--steps 12] [--seed 1] [--kind deployments]… [--show 5]
 *         [--server URL --token T --ca FILE]        instead of one that is started here
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import process from 'node:process';
import { createApiServer } from 'rx-informer/apiserver';
import { down, up } from '../../kube/kube.mjs';
import { chanceOf } from './chance.ts';
import { comparable } from './comparable.ts';
import { difference } from './difference.ts';
import { type Kind, kinds } from './kinds.ts';
import { type Server, serverAt } from './server.ts';
import { stepOf } from './step.ts';
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
  readonly all: number;
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
  process.exitCode = (await compareAll(pair)) ? 0 : 1;
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

async function compareAll(pair: Pair): Promise<boolean> {
  const run = `${Date.now()}`;
  let perfect = true;
  let shown = 0;
  for (const name of options.kind) {
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`--kind ${name}: it is one of ${Object.keys(kinds).join(', ')}`);
    let [equal, all, same] = [0, 0, 0];
    for (let at = 0; at < sequences; at++) {
      const score = await sequence(pair, kind, `${kind.kind.toLowerCase()}-${run}-${at}`, seed * 1000 + at);
      equal += score.equal;
      all += score.all;
      if (score.report === undefined) same++;
      else if (shown++ < show) console.log(score.report);
    }
    if (same < sequences) perfect = false;
    console.log(`${name}: ${equal} of ${all} answers equal, ${same} of ${sequences} sequences to their end`);
  }
  return perfect;
}

/** Ends at the first difference: what follows would differ because of it. */
async function sequence({ real, embedded: own }: Pair, kind: Kind, name: string, by: number): Promise<Score> {
  const chance = chanceOf(by);
  const collection = kind.path('differential');
  const path = `${collection}/${name}`;
  const log: string[] = [];
  let all = 0;
  const base = { apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name }, ...kind.base(chance) };
  const create = {
    name: `create by seed: ${JSON.stringify(base)}`,
    run: (server: Server) => server.ask('POST', `${collection}?fieldManager=seed`, base),
  };
  const first = chance.once(3) ? [] : [create];
  const all$ = [...first, ...Array.from({ length: steps }, () => stepOf(kind, path, chance))];
  for (const step of all$) {
    all++;
    log.push(step.name);
    const [expected, found] = await Promise.all([step.run(real), step.run(own)]);
    const [a, b] = [comparable(expected), comparable(found)];
    if (isDeepStrictEqual(a, b)) continue;
    const steps = log.slice(-3).map((line) => `  ${line.slice(0, 600)}`);
    return {
      equal: all - 1,
      all,
      report: [`— seed ${by}, step ${all}:`, ...steps, difference(a, b)].join('\n'),
    };
  }
  return { equal: all, all, report: undefined };
}
