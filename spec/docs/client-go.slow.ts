import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/**
 * A line that a program of the documentation must print. After the line, the test changes or removes the pod
 * `shop/web-0`.
 */
type Step = readonly [line: string, then?: 'change' | 'remove'];

/** The programs in the documentation, by page and in order. */
const programs: Readonly<Record<string, readonly (readonly Step[])[]>> = {
  'stores.md': [[["[ 'shop/web-0' ] web-0"]]],
  'queues.md': [[['Added shop/web-0'], ['Updated shop/web-0'], ['gone shop/web-0']]],
  'reflector.md': [[["phase: 'listing'"], ["phase: 'watching'"]]],
  'controllers.md': [
    [
      ['Sync shop/web-0 true', 'change'],
      ['Updated shop/web-0 false', 'remove'],
      ['Deleted shop/web-0 false'],
    ],
    [['add web-0 true', 'change'], ['update Pending Running', 'remove'], ['delete web-0']],
  ],
  'shared-informers.md': [
    [['add web-0 true'], ['1 true', 'change'], ['update Pending Running', 'remove'], ['delete web-0 true']],
  ],
  'work-queues.md': [
    [['shop/web-0 Pending', 'change'], ['shop/web-0 Running', 'remove'], ['shop/web-0 is deleted']],
    [['leader: shop/web-0 Pending', 'change'], ['leader: shop/web-0 Running']],
  ],
  'factories.md': [[['2']], [['[]']]],
  'listers-and-views.md': [
    [['1 Pending']],
    [['Pending'], ["[ 'web-0' ]", 'change'], ['Running'], ['[]', 'remove'], ['not there']],
  ],
};

const folder = new URL('../../build/doc-programs/', import.meta.url);

/** The code that the pages assume: a cluster, and a transport to the cluster. Commands on stdin change the cluster. */
const cluster = `
import { createApiServer } from 'rx-informer/apiserver';
import * as kinds from 'rx-informer/kinds';
const { objects, transport } = createApiServer();
const spec = { containers: [{ name: 'web', image: 'web' }] };
const made = (name: string, rest: object) => ({ metadata: { name, namespace: 'shop', labels: { app: 'web' } }, ...rest });
objects.create(kinds.core.v1.namespaces, { metadata: { name: 'shop' } });
objects.create(kinds.core.v1.pods, made('web-0', { spec, status: { phase: 'Pending' } }));
const labels = { app: 'web' };
const template = { metadata: { labels }, spec };
objects.create(kinds.apps.v1.deployments, made('web', { spec: { replicas: 2, selector: { matchLabels: labels }, template } }));
const status = { status: { phase: 'Running' } };
process.stdin.on('data', (text) => {
  if (!String(text).includes('change')) objects.delete(kinds.core.v1.pods, 'shop/web-0');
  else objects.patch(kinds.core.v1.pods, 'shop/web-0', status, { subresource: 'status' });
});
`;

function programsOf(page: string): readonly string[] {
  const text = readFileSync(new URL(`../../docs/migrate/from-client-go/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, program = '']) => program);
}

/** Runs a program until it has printed all expected lines in order. Returns its output. */
async function played(file: URL, steps: readonly Step[]): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=rx-informer:source', fileURLToPath(file)]);
  let output = '';
  let at = 0;
  let left = [...steps];
  const timeout = setTimeout(() => child.kill(), 30_000);
  const append = (chunk: Buffer): void => {
    output += chunk.toString();
    for (let step = left[0]; step !== undefined; step = left[0]) {
      const found = output.indexOf(step[0], at);
      if (found < 0) return;
      at = found + step[0].length;
      left = left.slice(1);
      if (step[1] !== undefined) child.stdin.write(step[1]);
    }
    child.kill('SIGKILL'); // a program that handles SIGTERM would wait for stdin
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timeout);
  return left.length === 0 ? 'all' : `no “${left[0]?.[0] ?? ''}” in:\n${output}`;
}

describe('the programs of docs/migrate/from-client-go', () => {
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(Object.entries(programs))('should behave as described, in %s', async (page, plays) => {
    const found = programsOf(page);
    expect(found).toHaveLength(plays.length);
    for (const [at, steps] of plays.entries()) {
      const file = new URL(`${page}.${at}.ts`, folder);
      writeFileSync(file, `${cluster}\n${found[at] ?? ''}`);
      expect(await played(file, steps)).toBe('all');
    }
  });
});
