import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { fileLines, pacedLines } from '../../../src/cli/recording/file-lines.ts';
import { temporary, type Temporary } from '../temporary.ts';

describe('fileLines', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  it('should give lines whole, however long they are and wherever a chunk ends', () => {
    const lines = ['first', '', 'ä€😀'.repeat(50_000), 'b', 'no end'];

    expect([...fileLines(folder.write('a', lines.join('\n')))]).toEqual(lines);
    expect([...fileLines(folder.write('b', 'one\n'))]).toEqual(['one']);
    expect([...fileLines(folder.write('c', ''))]).toEqual([]);
  });

  it('should not read on for the end of a first line that is none', () => {
    const [first = '', ...more] = fileLines(folder.write('a', `${'x'.repeat(1_000_000)}\ny`));

    expect(first.length).toBeLessThan(200_000);
    expect(more).toEqual([]);
  });

  it('should close the file, also when it is left early', () => {
    const file = folder.write('a', 'one\ntwo\n');
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    const lines = fileLines(file);
    lines.next();
    expect(open()).toBe(before + 1);
    lines.return(undefined);

    expect(open()).toBe(before);
    expect([...fileLines(file)]).toHaveLength(2);
    expect(open()).toBe(before);
  });

  it('should wait for who reads the lines, with each', async () => {
    const steps: string[] = [];
    const lines = pacedLines(['a', 'b'], () => {
      steps.push('ready?');
      return steps.length === 1 ? undefined : Promise.resolve();
    });
    for await (const line of lines) steps.push(line);

    expect(steps).toEqual(['ready?', 'a', 'ready?', 'b']);
  });

  it('should say so of what cannot be read', () => {
    expect(() => [...fileLines(folder.directory)]).toThrow('it is a directory');
    expect(() => [...fileLines(folder.path('none'))]).toThrow('there is no such file');
  });
});
