import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { profileSummaries } from './profiles.ts';
import { runScenario } from './run-scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-profiles-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('profiles of a benchmark', () => {
  it('should be written for each run, with the scenario and the contender in the name', async () => {
    const script = join(folder, 'busy.mjs');
    writeFileSync(
      script,
      `let text = '';
       for (const end = Date.now() + 100; Date.now() < end;) text = JSON.stringify(JSON.parse('{"a":[1,2,3]}'));
       process.send({ length: text.length }, () => process.exit());`,
    );
    const contenders = [{ name: 'ours, busy', script: pathToFileURL(script), args: () => [] }];
    const scenario = { name: 'a: thing', title: '', servers: [], contenders, columns: [] };
    const result = await runScenario(scenario, 2, () => undefined, folder);

    expect(readdirSync(join(folder, 'a-thing', 'ours-busy'))).toEqual([
      expect.stringMatching(/\.cpuprofile$/),
      expect.stringMatching(/\.cpuprofile$/),
    ]);
    expect(profileSummaries(folder, result)).toEqual([
      expect.stringMatching(/^a: thing, ours, busy: .*\.cpuprofile\n( +\d+ ms +[\d.]+ % {2}\S.*\n)+\n$/),
    ]);
    expect(profileSummaries(join(folder, 'nowhere'), result)).toEqual([]);
  });
});
