import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { type WrittenKubeConfig, writeKubeConfig } from '../examples/support/kube-config.ts';
import { type StartedExample, startExample } from '../examples/support/started-example.ts';

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(page) ?? [];
const folder = new URL('../../build/readme/', import.meta.url);
const patience = 20_000;

describe('docs/quick-start.md', () => {
  it('should begin with the program of README.md', () => {
    const quickStart = readFileSync(new URL('../../docs/quick-start.md', import.meta.url), 'utf8');

    expect(quickStart).toContain(program);
  });
});

describe('the first program of README.md', () => {
  let server: ApiServer;
  let url = '';
  let started: StartedExample | undefined;
  let config: WrittenKubeConfig | undefined;

  beforeAll(() => void mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    server = createApiServer({
      tokens: { good: 'reader', poor: 'stranger' },
      authorize: ({ user, resource }) => user === 'reader' || resource === undefined,
    });
    ({ url } = await server.listen());
  });
  afterEach(async () => {
    await started?.kill();
    await config?.remove();
    await server.close();
  });

  /**
   * Runs the program of the README with a token. Before the run, replaces one text of the program with another text.
   */
  async function run(token: string, given = '', instead = ''): Promise<StartedExample> {
    expect(program).toContain(given);
    const file = fileURLToPath(new URL(`program-${token}-${given.length}.ts`, folder));
    writeFileSync(file, program.replace(given, instead));
    config = await writeKubeConfig({ url, ca: '' }, 'default', { token });
    started = startExample(file, { KUBECONFIG: config.file }, patience);
    return started;
  }

  it('should print the objects and then the changes', async () => {
    const { printed, output } = await run('good');
    server.objects.create(core.v1.pods, {
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers: [{ name: 'web', image: 'nginx' }] },
    });
    await printed(/^added default\/web$/m);

    expect(output()).not.toMatch(/error/i);
  });

  it.each([
    ['a wrong token', 'wrong', '', '', /(unauthorized|login).*token/i],
    ['no rights', 'poor', '', '', /pods is forbidden.*`list` and `watch`/],
    [
      'an unknown custom resource',
      'good',
      'core.v1.pods',
      `{ group: 'example.com', version: 'v1', resource: 'widgets' }`,
      /not f[oi]u?nd.*installed/i,
    ],
  ])('should report immediately a problem with %s, and continue', async (_, token, given, instead, said) => {
    const { printed, isOver } = await run(token, given, instead);

    await printed(said);
    expect(isOver()).toBe(false);
  });

  /** Runs the program with a field selector that the server refuses. Returns the whole output. */
  async function runRefused(given = '', instead = ''): Promise<string> {
    const selector = 'core.v1.pods)';
    expect(program).toContain(selector);
    expect(program).toContain(given);
    const file = fileURLToPath(new URL(`fatal-${given.length}.ts`, folder));
    const wrong = `core.v1.pods, { fieldSelector: 'data.x=1' })`;
    writeFileSync(file, program.replace(given, instead).replace(selector, wrong));
    config = await writeKubeConfig({ url, ca: '' }, 'default', { token: 'good' });
    started = startExample(file, { KUBECONFIG: config.file }, patience);

    expect(await started.ended).toBe(1);
    return started.output();
  }

  it('should print the error without its stack, and exit with code 1, if the server refuses a field selector', async () => {
    const output = await runRefused();

    expect(output).toMatch(/^field label not supported: data\.x; correct what the message names$/m);
    expect(output).not.toMatch(/StatusError|^ +at /m);
  });

  it.each(['pods.changes().subscribe(({ type, key }) => console.log(type, key));', 'pods.start();'])(
    'should exit with code 1 and the error without an error handler: %s',
    async (instead) => {
      const [subscription = ''] = /^pods\.changes\(\).*?^\}\);$/ms.exec(program) ?? [];
      expect(subscription).toContain('error:');

      const output = await runRefused(subscription, instead);
      expect(output).toMatch(/StatusError: .*data\.x/);
      expect(output.match(/StatusError: /g)).toHaveLength(1);
    },
  );

  it('should exit with code 1 for makeInformer without a callback for errors', async () => {
    const file = fileURLToPath(new URL('make-informer.ts', folder));
    writeFileSync(
      file,
      `import { KubeConfig } from '@kubernetes/client-node';
       import { makeInformer } from 'rx-informer/client-node';
       const config = new KubeConfig();
       config.loadFromDefault();
       const list = (): Promise<{ items: [] }> => Promise.resolve({ items: [] });
       await makeInformer(config, '/api/v1/pods', list, undefined, 'data.x=1').start();`,
    );
    config = await writeKubeConfig({ url, ca: '' }, 'default', { token: 'good' });
    started = startExample(file, { KUBECONFIG: config.file }, patience);

    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/StatusError: .*data\.x/);
  });
});
