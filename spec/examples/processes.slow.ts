import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { embeddedServer } from './support/embedded-server.ts';
import { userWith } from './support/example-server.ts';
import { writeKubeConfig, type WrittenKubeConfig } from './support/kube-config.ts';
import { startExample, type StartedExample } from './support/started-example.ts';

const patience = 30_000;
/** The duration of a Lease in the examples, plus three retry periods, plus time for a slow machine, in ms. */
const takeover = 3_000 + 3 * 500 + 10_000;

interface Started extends StartedExample {
  readonly name: string;
}

let embedded: Awaited<ReturnType<typeof embeddedServer>>;
let kubeConfig: WrittenKubeConfig;
let running: Started[] = [];

beforeEach(async () => {
  embedded = await embeddedServer();
  const { credentials } = await userWith(embedded, [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]);
  kubeConfig = await writeKubeConfig({ url: embedded.url, ca: '' }, 'default', credentials);
});
afterEach(async () => {
  await Promise.all(running.map((program) => program.kill()));
  running = [];
  await embedded.server.close();
  await kubeConfig.remove();
});

function start(example: string, name: string): Started {
  const file = fileURLToPath(new URL(`../../examples/${example}`, import.meta.url));
  const started = { ...startExample(file, { KUBECONFIG: kubeConfig.file, IDENTITY: name }, patience), name };
  running.push(started);
  return started;
}

const configMaps = '/api/v1/namespaces/default/configmaps';
type ConfigMapData = Readonly<Record<string, string>>;
async function dataOf(name: string): Promise<ConfigMapData> {
  const { data } = await embedded.ask<{ readonly data?: ConfigMapData }>('GET', `${configMaps}/${name}`);
  return data ?? {};
}

async function until(assertion: () => Promise<boolean>, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await assertion()) return true;
    await sleep(50);
  }
  return assertion();
}

describe('examples/leader-election.ts', () => {
  it('should have one writer at a time when the leader is killed, and when it is paused and continues', async () => {
    await embedded.ask('POST', configMaps, { metadata: { name: 'counter' } });
    const first = start('leader-election.ts', 'first');
    await first.printed(/^counted 3$/m);
    const second = start('leader-election.ts', 'second');
    await second.printed(/^waits$/m);

    first.signal('SIGSTOP');
    await second.printed(/^counted/m);
    first.signal('SIGCONT');
    await first.printed(/^leads\n[^]*^waits$/m);

    await second.kill();
    await first.printed(/^waits\n[^]*^leads$/m);
    const before = Number((await dataOf('counter'))['count']);
    expect(await until(async () => Number((await dataOf('counter'))['count']) > before + 3, takeover)).toBe(
      true,
    );

    // Only one process counted each number. If a process had read an older state, the precondition of its write failed,
    // and the server refused the write.
    const { count = '0', ...by } = await dataOf('counter');
    expect(Object.keys(by)).toHaveLength(Number(count));
    const writers = Array.from({ length: Number(count) }, (_none, at) => by[`by-${at + 1}`]);
    const turns = writers.filter((writer, at) => writer !== writers[at - 1]);
    expect(turns).toEqual(['first', 'second', 'first']);

    first.interrupt();
    expect(await first.ended).toBe(0);
    const lease = await embedded.ask<{ readonly spec?: { readonly holderIdentity?: string } }>(
      'GET',
      '/apis/coordination.k8s.io/v1/namespaces/default/leases/counter',
    );
    expect(lease.spec?.holderIdentity ?? '').toBe('');
  });
});

describe('examples/shard-workers.ts', () => {
  it('should divide the work among three processes, and again when one is killed', async () => {
    const names = Array.from({ length: 24 }, (_none, at) => `item-${at}`);
    for (const name of names)
      await embedded.ask('POST', configMaps, { metadata: { name, labels: { work: '' } } });
    const workers = async (): Promise<readonly string[]> =>
      Promise.all(names.map(async (name) => (await dataOf(name))['worker'] ?? ''));
    const programs = ['a', 'b', 'c'].map((name) => start('shard-workers.ts', name));
    await Promise.all(programs.map((program) => program.printed(/^shards \d/m)));
    expect(
      await until(async () => {
        const all = await workers();
        return !all.includes('') && new Set(all).size === 3;
      }, takeover),
    ).toBe(true);

    const [killed] = programs;
    await killed?.kill();
    expect(await until(async () => !(await workers()).includes('a'), takeover)).toBe(true);
    expect(new Set(await workers())).toEqual(new Set(['b', 'c']));
  });
});
