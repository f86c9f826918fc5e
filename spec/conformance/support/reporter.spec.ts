import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { explainedFile } from './explained.ts';
import ConformanceReporter from './reporter.ts';
import { targetVariable } from './target.ts';

const passed = (title: string): object => ({ title, status: 'passed', duration: 1, failureMessages: [] });
const failed = (title: string): object => ({
  title,
  status: 'failed',
  duration: 1,
  failureMessages: ['one\ntwo'],
});

describe('ConformanceReporter', () => {
  let directory = '';
  let output = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'rx-informer-'));
    process.env[targetVariable] = JSON.stringify({ directory });
    output = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(process.env, targetVariable);
    rmSync(directory, { recursive: true });
  });

  const report = (...files: readonly object[]): string => {
    const reporter = new ConformanceReporter();
    reporter.onRunComplete(undefined, { testResults: files } as unknown as Parameters<
      typeof reporter.onRunComplete
    >[1]);
    return output;
  };

  it('should list the checks by number, with the errors of failed checks, and count them', () => {
    const first = { testFilePath: 'a', testResults: [passed('P10: ten'), failed('P9: nine')] };
    const second = { testFilePath: 'b', testResults: [passed('P2: two')] };

    expect(report(first, second)).toBe(
      '✓ P2: two (1 ms)\n✗ P9: nine (1 ms)\n    one\n    two\n✓ P10: ten (1 ms)\n2 passed, 1 failed\n',
    );
  });

  it('should print why a check cannot pass here, and count it as neither passed nor failed', () => {
    const explained = { check: 'P131', reason: 'no controllers', error: 'Error: not within 1 ms' };
    writeFileSync(explainedFile(directory), `${JSON.stringify(explained)}\n`);

    expect(report({ testFilePath: 'a', testResults: [passed('P131: gone'), passed('P1: one')] })).toBe(
      '✓ P1: one (1 ms)\n– P131: gone (1 ms)\n' +
        'P131 cannot pass here: no controllers (Error: not within 1 ms)\n1 passed, 0 failed\n',
    );
  });

  it('should count a file that does not load as failed, and omit checks that were not requested', () => {
    const broken = {
      testFilePath: 'a',
      testResults: [],
      testExecError: new Error('x'),
      failureMessage: 'no syntax',
    };
    const pending = { title: 'P1: one', status: 'pending', failureMessages: [] };

    expect(report(broken, { testFilePath: 'b', testResults: [pending] })).toBe(
      '✗ a\nno syntax\n0 passed, 1 failed\n',
    );
  });
});
