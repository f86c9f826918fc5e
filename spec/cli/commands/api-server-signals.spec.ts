import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, command } from '../command.ts';
import { type Temporary, temporary } from '../temporary.ts';

describe('rx-informer apiserver --snapshot', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  /** Starts `rx-informer apiserver`, and waits until the server contains objects of 9 MB in total. */
  const running = async (file: string): Promise<Command> => {
    const run = command(['apiserver', '--port', '0', '--snapshot', file]);
    await run.lines(2);
    const url = /http:\/\/[\w.:]+/.exec(run.output())?.[0] ?? '';
    for (let nth = 0; nth < 10; nth++) {
      await fetch(`${url}/api/v1/namespaces/default/configmaps`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { name: `c${nth}` }, data: { text: 'x'.repeat(900_000) } }),
      });
    }
    return run;
  };

  it.each<NodeJS.Signals>(['SIGHUP', 'SIGTERM'])('should save everything on %s', async (signal) => {
    const file = folder.path('snapshot.json');
    const run = await running(file);
    run.child.kill(signal);

    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(statSync(file).size).toBeGreaterThan(9_000_000);
  });

  it('should save everything even if further signals arrive in the meantime', async () => {
    const file = folder.path('snapshot.json');
    const run = await running(file);
    const signals = setInterval(() => run.child.kill('SIGINT'), 2);

    await run.ended;
    clearInterval(signals);
    expect(readdirSync(dirname(file))).toEqual(['snapshot.json']);
    expect(statSync(file).size).toBeGreaterThan(9_000_000);
  });
});
