/** Tests the output of the scripts of the long suites for `--help` and for wrong options. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { describe, expect, it } from '@jest/globals';

const run = (suite: string, ...args: string[]) => {
  const options = ['--conditions=rx-informer:source', '--expose-gc', `spec/${suite}/run.ts`, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the suites model, chaos, soak and security', () => {
  it.each(['model', 'chaos', 'soak', 'security'])('should print the usage of %s', (suite) => {
    const { status, stdout } = run(suite, '--help');

    expect(stdout).toMatch(new RegExp(`^npm run suite -- ${suite} \\[`));
    expect(stdout).toContain('2 for a wrong command line');
    expect(status).toBe(0);
  });

  it.each([
    ['model', '--runs', 'abc'],
    ['model', '--path', '1'],
    ['chaos', '--minutes', '0'],
    ['soak', '--months', '1'],
    ['security', '--only', 'nothing of the kind'],
  ])('should refuse %s %s %s in one line, with the usage', (suite, name, value) => {
    const { status, stdout, stderr } = run(suite, name, value);

    expect(stderr).toMatch(new RegExp(`error: .*${name}.*\\n\\nnpm run suite -- ${suite} \\[`));
    expect(stderr).not.toContain('    at ');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('should name each model of which all runs are complete', () => {
    const { status, stdout } = run('model', '--only', 'queue alone', '--runs', '3');

    expect(stdout).toMatch(
      /^3 runs of 1 models, seed \d+\nok {6}queue alone: 3 runs of .* steps\n3 passed, 0 failed\n$/,
    );
    expect(status).toBe(0);
  });
});

describe('npm run suite', () => {
  const suite = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['.ci/suite.js', ...words], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  it('should list every suite with a line of help', () => {
    const { status, stdout } = suite('--list');

    expect(stdout).toMatch(/^npm run suite -- NAME \[OPTION …\]\n\ntests:\n {2}slow +compiles/);
    expect(stdout).toMatch(/^ {2}lint +the rules of eslint/m);
    expect(status).toBe(0);
  });

  it.each([
    [[], 'no suite is named'],
    [['linting'], "there is no suite 'linting'"],
    [['check', '--fix'], 'check has no options; name one of its parts'],
  ])('should refuse %j in one line, with the list', (words, message) => {
    const { status, stdout, stderr } = suite(...words);

    expect(stderr).toContain(`error: ${message}\n\nnpm run suite -- NAME`);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  it('should pass options on, and exit with the code of the suite', () => {
    const { status, stdout, stderr } = suite('soak', '--months', '1');

    expect(stdout).toBe('');
    expect(stderr).toMatch(/error: .*--months/);
    expect(status).toBe(2);
  });
});
