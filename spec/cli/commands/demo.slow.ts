import { describe, expect, it } from '@jest/globals';
import { command } from '../command.ts';

describe('rx-informer start, without a server', () => {
  it('should print lines for pods and deployments of an in-memory cluster, until Ctrl-C', async () => {
    const start = command(['start']);
    const lines = await start.lines(30);
    start.child.kill('SIGINT');

    expect(await start.ended).toEqual({ code: 0, signal: null });
    for (const line of lines) {
      expect(line).toMatch(/^\d\d:\d\d:\d\d (added|updated|deleted) (pods|deployments|nodes) \S+ /);
    }
    expect(lines.filter((line) => line.includes(' deployments '))).not.toEqual([]);
    expect(lines.filter((line) => line.includes(' pods '))).not.toEqual([]);
    expect(start.errors()).toMatch(/^A small cluster runs on http:\/\/127\.0\.0\.1:\d+ until Ctrl-C/);
    expect(start.errors()).not.toContain('rx-informer: ');
  });
});
