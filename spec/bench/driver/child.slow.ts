import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runChild } from './child.ts';
import { runScenario } from './run-scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-child-'));
afterAll(() => rmSync(folder, { recursive: true }));

function script(name: string, text: string): URL {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return pathToFileURL(file);
}

const sends = 'process.send({ cpu: 1 }, () => process.exit());';
const scenario = { name: 'thing', title: '', floor: 'ours', columns: [] };

describe('a child process', () => {
  it('should be reported with the signal that ended it', async () => {
    const dying = script('dying', "process.kill(process.pid, 'SIGKILL');");

    await expect(runChild(dying, [])).rejects.toThrow('was ended by SIGKILL before it sent a result');
  });

  it('should end when it is no longer needed', async () => {
    const hanging = script('hanging', 'setInterval(() => undefined, 1_000);');
    const unwanted = new AbortController();
    const run = runChild(hanging, [], unwanted.signal);
    unwanted.abort(new Error('enough'));

    await expect(run).rejects.toThrow('enough');
  });
});

describe('a scenario', () => {
  it('should keep the rounds before a failed round', async () => {
    const marker = join(folder, 'ran');
    const once = script(
      'once',
      `import { existsSync, writeFileSync } from 'node:fs';
       if (existsSync(process.argv[2])) process.exit(3);
       writeFileSync(process.argv[2], '');
       ${sends}`,
    );
    const contenders = [{ name: 'ours', script: once, args: () => [marker] }];
    const { outcomes } = await runScenario({ ...scenario, servers: [], contenders }, 3, () => undefined);

    expect(outcomes).toEqual([
      { name: 'ours', rounds: [{ cpu: 1 }, {}, {}], notRun: 'ended with 3 before it sent a result' },
    ]);
  });

  it('should report that its server crashed, for each waiting contender', async () => {
    const servers = [{ resource: 'pods', objects: 1, events: 1, paced: 0 }] as const;
    const serverScript = script('server', 'process.send(String(process.pid)); setInterval(() => {}, 1_000);');
    const ours = script(
      'ours',
      "process.kill(Number(process.argv[2]), 'SIGKILL'); setInterval(() => undefined, 1_000);",
    );
    const contenders = [{ name: 'ours', script: ours, args: ([pid = '']: readonly string[]) => [pid] }];
    const { outcomes } = await runScenario(
      { ...scenario, servers, serverScript, contenders },
      2,
      () => undefined,
    );

    expect(outcomes).toEqual([{ name: 'ours', rounds: [{}, {}], notRun: 'the server was ended by SIGKILL' }]);
  });
});
