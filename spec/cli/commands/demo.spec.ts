import { describe, expect, it } from '@jest/globals';
import { inProcess } from '../in-process.ts';
import { until } from '../../support/until.ts';

/** Runs a demo until the output contains each of the given kinds. Returns the printed lines without their times. */
async function play(words: readonly string[], kinds: readonly string[]) {
  const run = inProcess(words);
  const lines = (): string[] =>
    run
      .output()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/^[\d:]+ /, ''));
  await until(() => kinds.every((kind) => kindsIn(lines()).includes(kind)));
  run.stop();
  return { code: await run.ended, lines: lines(), errors: run.errors() };
}

const kindsIn = (lines: readonly string[]): readonly string[] =>
  [...new Set(lines.map((line) => line.split(' ')[1] ?? ''))].sort();

describe('rx-informer demo', () => {
  it('should print commands for another terminal, and the changes of nodes, deployments and pods', async () => {
    const { code, lines, errors } = await play(['demo', '--port', '0'], ['deployments', 'nodes', 'pods']);
    const [invitation = '', ...hints] = errors.split('\n');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(invitation) ?? [];

    expect(code).toBe(0);
    expect(invitation).toBe(`A small cluster runs on ${url} until Ctrl-C. To see it from another terminal:`);
    expect(hints.slice(0, 2)).toEqual([
      `  rx-informer watch pods -A --server ${url}`,
      `  kubectl --server ${url} get pods -A`,
    ]);
    expect(kindsIn(lines)).toEqual(['deployments', 'nodes', 'pods']);
    await expect(fetch(url)).rejects.toThrow(); // the server must be closed when the command has ended
  });

  it('should allow the given origins to read its answers', async () => {
    const run = inProcess(['demo', '--port', '0', '--cors-allowed-origins', '^http://app\\.example$']);
    await until(() => run.errors().includes('kubectl'));
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.errors()) ?? [];
    const { headers } = await fetch(`${url}/version`, { headers: { origin: 'http://app.example' } });
    run.stop();

    expect(headers.get('access-control-allow-origin')).toBe('http://app.example');
    expect(await run.ended).toBe(0);
  });

  it('should print the size of a large cluster, and the changes of its nodes and pods', async () => {
    const { code, lines, errors } = await play(
      ['demo', '--port', '0', '--pods', '20', '--rate', '50'],
      ['nodes', 'pods'],
    );

    expect(code).toBe(0);
    expect(errors).toMatch(/^A cluster of 20 pods with 50 events per second runs on http:/);
    expect(kindsIn(lines)).toEqual(['nodes', 'pods']);
  });
});
