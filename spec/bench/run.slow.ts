/**
 * Runs the scripts of the benchmark with few objects. Checks the numbers of objects and events. Does not check the
 * costs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { emptyRuns } from './reconcile/measures.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--conditions=rx-informer:source', 'spec/bench/run.ts', ...args], {
    encoding: 'utf8',
  });

interface Report {
  readonly scenarios: readonly {
    readonly name: string;
    readonly contenders: readonly {
      readonly name: string;
      readonly notRun?: string;
      readonly rounds: readonly Readonly<Record<string, number>>[];
    }[];
  }[];
}

describe('npm run bench', () => {
  it.each(['pods', 'leases', 'configmaps'])(
    'should contain all %s, and emit no change for an unchanged object in a relist',
    (kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'bench-'));
      const file = join(folder, 'report.json');
      const only = ['floor', 'informer, fetch', 'informer, client-node'].flatMap((name) => ['--only', name]);
      const { status, stdout } = run(
        ...['--quick', '--rounds', '1', '--objects', '700', '--events', '900'],
        ...['--kind', kind, '--only', kind, '--report', file],
        ...only,
      );
      const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as Report;
      rmSync(folder, { recursive: true });

      expect(status).toBe(0);
      expect(stdout).toMatch(
        new RegExp(`^── ${kind}: 700 ${kind} of .* KB, 900 first events and 900 more\\n\\nfirst sync `),
      );
      expect(scenarios.map(({ name }) => name)).toEqual([kind]);
      expect(
        scenarios[0]?.contenders.map(({ name, notRun, rounds }) => [
          name,
          notRun ?? rounds.map(({ objects, relistChanges }) => ({ objects, relistChanges })),
        ]),
      ).toEqual([
        ['floor', [{ objects: 700, relistChanges: 700 }]],
        ['informer, fetch', [{ objects: 700, relistChanges: 0 }]],
        ['informer, client-node', [{ objects: 700, relistChanges: 0 }]],
        ['informer, fetch, streaming', [{ objects: 700, relistChanges: 0 }]],
        ['informer, client-node, streaming', [{ objects: 700, relistChanges: 0 }]],
      ]);
    },
  );

  it('should run each key of a controller as often as it was requested', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const file = join(folder, 'report.json');
    const { status } = run('--quick', '--rounds', '1', '--only', 'reconcile', '--report', file);
    const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    rmSync(folder, { recursive: true });

    expect(status).toBe(0);
    expect(
      scenarios.flatMap(({ contenders }) =>
        contenders.map(({ name, notRun, rounds }) => [name, notRun ?? rounds.map(({ runs }) => runs)]),
      ),
    ).toEqual([['reconcileByKey', [1_000 + emptyRuns(1_000) + emptyRuns(5_000)]]]);
  });

  it.each([
    ['--only', 'nobody', /^error: --only nobody: no such scenario or contender; scenarios are .*\n\nnpm run/],
    ['--kind', 'secrets', /^error: --kind is one of pods, leases, configmaps, not 'secrets'\n/],
    ['--objects', '-5', /^error: --objects is a whole number from 1 to 1,000,000, not '-5'\n/],
    ['--objects', '1000001', /^error: --objects is a whole number from 1 to 1,000,000, not '1000001'\n/],
    ['--report', '/dev/null/x', /^error: --report \/dev\/null\/x: E/],
    ['--profile', '/dev/null/x', /^error: --profile \/dev\/null\/x: E/],
    ['--fast', '1', /^error: Unknown option '--fast'/],
  ])('should refuse %s %s, and list the allowed values', (name, value, says) => {
    const { status, stdout, stderr } = run(name, value);

    expect(stderr).toMatch(says);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});
