/**
 * What the library costs beside the least that it could: `npm run bench`.
 *
 *     npm run bench -- [--quick] [--json] [--objects 50000] [--events 30000] [--rounds 5] [--only VARIANT]
 *
 * `--only query --events 3000` compares a live query with what one writes by hand, here and over client-node's informer.
 * A process for each variant and run, rounds interleaved, ratios within a round. Another process
 * serves the bodies, made before the clock starts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Column, columns, type Figures, quantile } from './figures.ts';
import { slow, variants } from './variants/index.ts';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    objects: { type: 'string' },
    events: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const objects = Number(given.objects ?? (given.quick ? 5_000 : 50_000));
const events = Number(given.events ?? (given.quick ? 5_000 : 30_000));
const rounds = Number(given.rounds ?? (given.quick ? 3 : 5));
const names = Object.keys(variants).filter(
  (name) => name === 'floor' || (given.only?.some((part) => name.includes(part)) ?? !slow.has(name)),
);

const file = (name: string): string => new URL(name, import.meta.url).pathname;
const message = async (child: ChildProcess): Promise<unknown> => {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`a child ended with ${String(code)} before it had told anything`);
  });
  const [value] = (await Promise.race([once(child, 'message'), failed])) as [unknown];
  failed.catch(() => undefined);
  return value;
};

const server = fork(file('./server.ts'), [String(objects), String(events)]);
const address = (await message(server)) as string;

const results = new Map<string, Figures[]>(names.map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  const order = names.map((_, i) => names[(i + round) % names.length] ?? '');
  for (const name of order) {
    const child = fork(file('./child.ts'), [name, address, String(events)], {
      execArgv: [...process.execArgv, '--expose-gc'],
    });
    results.get(name)?.push((await message(child)) as Figures);
    if (!given.json) process.stderr.write(`round ${round + 1} of ${rounds}: ${name}\n`);
  }
}
server.kill();

/** Ratios to the floor of the same round. */
const ratios = (name: string, column: Column): number[] =>
  (results.get(name) ?? []).map(
    (own, round) => own[column] / (results.get('floor')?.[round]?.[column] ?? NaN),
  );

if (given.json) {
  const summary = names.map((name) => ({
    name,
    figures: results.get(name),
    medians: Object.fromEntries(
      columns.map(([column]) => [column, quantile((results.get(name) ?? []).map((own) => own[column]))]),
    ),
    ratios: Object.fromEntries(columns.map(([column]) => [column, quantile(ratios(name, column))])),
  }));
  console.log(JSON.stringify({ node: process.version, objects, events, rounds, summary }, null, 2));
} else {
  console.log(
    `Node ${process.version}, ${objects} pods of 5 KB, ${events} events, ${rounds} rounds; medians, and`,
  );
  console.log('the ratio to the floor of the same round with its spread (p10 to p90)\n');
  const rows = names.map((name) => [
    name,
    ...columns.map(([column, , digits]) => {
      const median = quantile((results.get(name) ?? []).map((own) => own[column])).toFixed(digits);
      const all = ratios(name, column);
      const spread = `${quantile(all, 0.1).toFixed(2)}–${quantile(all, 0.9).toFixed(2)}`;
      return name === 'floor' ? median : `${median} (${quantile(all).toFixed(2)}: ${spread})`;
    }),
  ]);
  const table = [['variant', ...columns.map(([, title]) => title)], ...rows];
  const widths = columns.map((_, i) => Math.max(...table.map((row) => row[i + 1]?.length ?? 0)));
  const first = Math.max(...table.map(([name = '']) => name.length));
  for (const [name = '', ...cells] of table) {
    console.log([name.padEnd(first), ...cells.map((cell, i) => cell.padStart(widths[i] ?? 0))].join('  '));
  }
}
