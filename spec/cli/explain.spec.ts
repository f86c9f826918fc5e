import { describe, expect, it } from '@jest/globals';
import { KubeError, StatusError } from 'rx-informer';
import { CommandError, usageError } from '../../src/cli/command-error.ts';
import { noAnswerError } from '../../src/source/index.ts';
import { explain } from '../../src/cli/explain.ts';

describe('explain', () => {
  it('should print an error of the command with its hints', () => {
    const error = new CommandError('no resource', { hints: ['Did you mean pods?'] });

    expect(explain(error, false, String)).toEqual({
      lines: ['rx-informer: no resource', 'Did you mean pods?'],
      exitCode: 1,
    });
    expect(explain(usageError('wrong'), false, String)).toEqual({
      lines: ['rx-informer: wrong'],
      exitCode: 2,
    });
  });

  it('should limit the message to three lines of readable length', () => {
    const hints = ['a', `b${'d'.repeat(9_000)}`, 'c'];
    const { lines } = explain(new CommandError('no', { hints }), false, String);
    const [long = ''] = explain(new KubeError('fatal', 'd'.repeat(9_000)), false, String).lines;

    expect(lines.map(([first]) => first)).toEqual(['r', 'a', 'b']);
    for (const line of [long, ...lines]) expect(line.length).toBeLessThan(500);
  });

  it('should remove control characters', () => {
    const error = new StatusError({ code: 400, message: 'a\u001b[2Jb\u0007\u009b1mc\r\n  d' });

    expect(explain(error, false, String).lines).toEqual([
      'rx-informer: the server answered 400: a [2Jb 1mc    d',
    ]);
  });

  it.each(['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'])(
    'should start no new line within a message or a hint at %j',
    (end) => {
      const message = `a${end}rx-informer: forged`;
      const cause = new StatusError({ code: 400, message });
      const error = new CommandError(message, { hints: [message], cause });
      const lines = explain(error, true, String)
        .lines.join('\n')
        .split(/\r\n|[\n\r\u0085\u2028\u2029]/);

      expect(explain(cause, false, String).lines).toHaveLength(1);
      expect(explain(error, false, String).lines).toHaveLength(2);
      expect(lines.filter((line) => line.includes('forged'))).toHaveLength(4);
      expect(lines.filter((line) => line.startsWith('rx-informer: forged'))).toEqual([]);
    },
  );

  it('should remove control characters from a stack', () => {
    const cause = new StatusError({ code: 400, message: 'a\u001b[2J\u009b1m\u202eb' });
    const { lines } = explain(new CommandError('no', { cause }), true, String);

    expect(lines.join('\n')).toContain('StatusError: a [2J 1m b\n');
  });

  it('should start no new line for a message that was changed', () => {
    const error = new Error('a\nrx-informer: forged');
    expect(error.stack).toContain('forged'); // V8 creates the stack at the first read of `stack`
    error.message = '§§§';

    expect(explain(error, true, String).lines.join('\n')).not.toContain('\nrx-informer');
  });

  it('should print a code once, and give no advice for browsers', () => {
    const refused = new StatusError({ code: 429, message: 'the API server answered 429' });
    const silent = noAnswerError('https://a', new Error('no'));

    expect(explain(refused, false, String).lines).toEqual(['rx-informer: the server answered 429']);
    expect(explain(silent, false, String).lines[0]).toMatch(/the server up, its certificate trusted\?$/);
  });

  it('should label a bug of the program', () => {
    expect(explain(new TypeError('x is undefined'), false, String).lines).toEqual([
      'rx-informer: an internal error of rx-informer: x is undefined (--debug prints the stack trace)',
    ]);
    expect(explain('thrown', false, String).exitCode).toBe(1);
  });

  it('should shorten a long message in a stack, and a long stack', () => {
    const cause = new StatusError({ code: 500, message: 'x'.repeat(1_000_000) });
    const error = new CommandError('no', { cause });
    const changed = new Error('a'.repeat(1_000_000));
    changed.message = 'b';

    expect(explain(error, true, String).lines.join('\n').length).toBeLessThan(20_000);
    expect(explain(error, true, String).lines.join('\n')).toMatch(/x…\n +at /);
    expect(explain(changed, true, String).lines.join('\n').length).toBeLessThan(20_000);
  });

  it('should print the stack, and that of the cause, on request', () => {
    const error = new CommandError('no', { cause: new Error('why') });
    const text = explain(error, true, String).lines.join('\n');

    expect(text).toMatch(/CommandError: no\n +at /);
    expect(text).toMatch(/caused by\nError: why\n +at /);
  });

  it('should name a cause only if it is an error', () => {
    const textOf = (cause: unknown): string => {
      const error = cause === undefined ? new CommandError('no') : new CommandError('no', { cause });
      return explain(error, true, String).lines.join('\n');
    };

    expect(textOf(undefined)).not.toContain('caused by');
    expect(textOf('a text')).toMatch(/caused by$/);
    expect(textOf(new Error('why'))).not.toMatch(/caused by\n.*because of/s);
  });

  it('should print a stack that begins with the message, and nothing without a stack', () => {
    const error = Object.assign(new KubeError('fatal', 'no'), { stack: 'no\n    at here' });
    const bare = Object.assign(new KubeError('fatal', 'no'), { stack: undefined });

    expect(explain(error, true, String).lines).toEqual(['rx-informer: no', 'no\n    at here']);
    expect(explain(bare, true, String).lines).toEqual(['rx-informer: no', '']);
  });

  it('should omit an empty hint, and the empty lines of a message', () => {
    expect(explain(new CommandError('a\n\nb', { hints: ['', ' \n', 'c'] }), false, String).lines).toEqual([
      'rx-informer: a b',
    ]);
    expect(explain(new CommandError('a', { hints: [' ', 'c'] }), false, String).lines).toEqual([
      'rx-informer: a',
      'c',
    ]);
  });

  it('should leave no part of a secret when it cuts a line', () => {
    const redact = (text: string): string => text.replaceAll('s3cret', '(token)');

    for (let before = 370; before <= 400; before++) {
      const error = new CommandError(`${'x'.repeat(before)}s3cret`);
      expect(explain(error, false, redact).lines.join('')).not.toMatch(/xs3?/);
    }
    for (let before = 3_960; before <= 4_000; before++) {
      const error = new CommandError(`${'x'.repeat(before)}s3cret`);
      expect(explain(error, true, redact).lines.join('')).not.toMatch(/xs3?/);
    }
  });
});
