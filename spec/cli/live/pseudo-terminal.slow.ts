import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { until } from '../../support/until.ts';

/**
 * The command `script`, which runs a program in a pseudo-terminal. The test needs the options of the `script` in
 * util-linux.
 */
const program = 'script';
const hasScript = String(spawnSync(program, ['--version']).stdout).includes('util-linux');

/** A run of the `rx-informer` command on a terminal with 20 lines. */
interface Run {
  readonly output: () => string;
  readonly type: (keys: string) => void;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Makes the terminal accept no more output, as if its network connection had stalled. */
  readonly stall: () => void;
  readonly goOn: () => void;
  readonly isAlive: () => boolean;
  readonly ended: Promise<void>;
}

/**
 * JavaScript that runs before the command. It prints the process id, and throws an error when the process receives a
 * signal.
 */
const preload = `data:text/javascript;base64,${Buffer.from(
  `
  process.stdout.write('pid ' + process.pid + '\\n');
  const mistake = () => new Error('an unexpected error');
  process.once('SIGUSR2', () => {
    if (process.env.CRASH === 'throw') throw mistake();
    Promise.reject(mistake());
  });
`,
).toString('base64')}`;

function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  typed = (command: string): string => command,
): Run {
  const node = [
    process.execPath,
    '--conditions=rx-informer:source',
    '--import',
    `'${preload}'`, // the quotes are necessary, because the text contains a semicolon
    'src/cli/main.ts',
    ...words,
  ];
  // This shell line prints the terminal settings before and after the command, and the exit code. `trap` keeps Ctrl-C
  // from ending the shell.
  const line = `trap : INT; stty rows 20 cols 90; echo "before $(stty -g)"; ${typed(node.join(' '))}; echo "code $?"; echo "after $(stty -g)"`;
  const child: ChildProcess = spawn(program, ['-qec', line, '/dev/null'], {
    env: { ...process.env, SHELL: '/bin/sh', TERM: 'xterm', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const id = (): number => Number(/pid (\d+)/.exec(output)?.[1]);
  const impatience = setTimeout(() => child.kill('SIGKILL'), 50_000);
  return {
    output: () => output,
    type: (keys) => void child.stdin?.write(keys),
    signal: (signal) => void process.kill(id(), signal),
    stall: () => void child.stdout?.pause(),
    goOn: () => void child.stdout?.resume(),
    isAlive: () => {
      try {
        return process.kill(id(), 0);
      } catch {
        return false;
      }
    },
    ended: new Promise((resolve) =>
      child.on('close', () => {
        clearTimeout(impatience);
        resolve();
      }),
    ),
  };
}

/** Returns the text that remains on the screen after the command has left the alternate screen. */
const afterwards = (output: string): string => output.slice(output.lastIndexOf(leave) + leave.length);
const word = (output: string, name: string): string | undefined =>
  new RegExp(`${name} (\\S+)`).exec(output)?.[1];
const enter = '\u001b[?1049h';
const leave = '\u001b[?25h\u001b[?1049l';

const scenes = (): void => {
  let server: ApiServer;
  let words: readonly string[];
  beforeAll(async () => {
    server = createApiServer();
    for (const name of ['first', 'second']) {
      server.objects.create(core.v1.configmaps, { metadata: { name, namespace: 'default' } });
    }
    words = ['watch', 'configmaps,nodes', '--server', (await server.listen()).url];
  });
  afterAll(() => server.close());

  it.each<[string, (one: Run) => void, Readonly<Record<string, string>>, string, string]>([
    ['q', ({ type }) => type('q'), {}, '0', 'configmaps in default: 2 objects, watching'],
    ['Ctrl-C', ({ type }) => type('\u0003'), {}, '0', 'configmaps in default: 2 objects, watching'],
    ['SIGTERM', ({ signal }) => signal('SIGTERM'), {}, '0', 'nodes: 0 objects, watching'],
    ['SIGHUP', ({ signal }) => signal('SIGHUP'), {}, '0', 'nodes: 0 objects, watching'],
    ['SIGQUIT', ({ signal }) => signal('SIGQUIT'), {}, '0', 'nodes: 0 objects, watching'],
    ['a thrown error', ({ signal }) => signal('SIGUSR2'), { CRASH: 'throw' }, '1', 'an unexpected error'],
    [
      'a rejected promise',
      ({ signal }) => signal('SIGUSR2'),
      { CRASH: 'reject' },
      '1',
      'an unexpected error',
    ],
  ])('should restore the terminal after %s', async (_, end, environment, code, message) => {
    const one = run(words, environment);
    await until(() => one.output().includes('second') && /nodes +watching/.test(one.output()));
    end(one);
    await one.ended;
    const output = one.output();

    expect(output).toContain('\u001b[?1049h');
    expect(word(output, 'code')).toBe(code);
    expect(word(output, 'before')).toMatch(/:/);
    expect(word(output, 'after')).toBe(word(output, 'before'));
    expect(afterwards(output)).toContain(message);
    expect(afterwards(output)).not.toContain('\u001b[?');
  });

  it('should give the terminal to the shell when it is stopped, and take it again', async () => {
    // Runs a command in a shell with job control. The stdin of the command is not a terminal, so the terminal itself
    // handles Ctrl-Z. When Ctrl-Z has stopped the command, the shell prints `stopped` and continues the command.
    const inShell = (command: string): string => `set -m; ${command} < /dev/null; echo "stopped"; fg`;
    const one = run(words, {}, inShell);
    await until(() => /nodes +watching/.test(one.output()));
    one.type('\u001a');
    await until(() => one.output().split(enter).length === 3);
    one.type('\u0003');
    await one.ended;

    expect(one.output()).toMatch(/1049l[^]*stopped[^]*1049h[^]*1049l[^]*nodes: 0 objects, watching/);
    expect(word(one.output(), 'code')).toBe('0');
  });

  it('should show each change in its row', async () => {
    const one = run(words, { NO_COLOR: '1' });
    await until(() => one.output().includes('second'));
    server.objects.create(core.v1.configmaps, { metadata: { name: 'between', namespace: 'default' } });
    await until(() => one.output().includes('between'));
    one.type('q');
    await one.ended;

    // eslint-disable-next-line no-control-regex -- an escape sequence moves the cursor to the row
    expect(one.output()).toMatch(/\u001b\[4;1H\u001b\[2Kfirst /);
    server.objects.delete(core.v1.configmaps, 'default/between');
  });

  it.each([['watch', '-o', 'json'], ['record']])(
    'should end %s on SIGINT while the terminal is not reading',
    async (command, ...options) => {
      const data = { text: 'x'.repeat(1_000_000) };
      const large = { metadata: { name: 'large', namespace: 'default' }, data };
      server.objects.create(core.v1.configmaps, large);
      const one = run([command, 'configmaps', ...words.slice(2), ...options]);
      await until(() => one.output().includes('pid '));
      one.stall();
      await new Promise((resolve) => setTimeout(resolve, 3_000)); // the terminal buffer becomes full
      expect(one.isAlive()).toBe(true);
      one.signal('SIGINT');
      await until(() => !one.isAlive());
      one.goOn();
      await one.ended;

      expect(word(one.output(), 'code')).toBe('0');
      server.objects.delete(core.v1.configmaps, 'default/large');
    },
  );

  it('should end replay of a terminal on the first SIGINT', async () => {
    const one = run(['replay', '/dev/tty']);
    await until(() => one.output().includes('pid '));
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // after this time, the command waits for a line of input
    one.signal('SIGINT');
    await until(() => !one.isAlive());
    await one.ended;

    expect(word(one.output(), 'code')).toBe('0');
    expect(word(one.output(), 'after')).toBe(word(one.output(), 'before'));
  });

  it('should print lines on a dumb terminal', async () => {
    const one = run(words, { TERM: 'dumb' });
    await until(() => one.output().includes('watching nodes'));
    one.type('\u0003');
    await one.ended;

    expect(one.output()).toMatch(/added configmaps default\/first/);
    expect(one.output()).not.toContain('\u001b');
    expect(word(one.output(), 'code')).toBe('0');
  });
};

if (hasScript) describe('rx-informer watch on a terminal', scenes);
else
  describe('rx-informer watch on a terminal', () =>
    it('should run on a system with `script` of util-linux', () => expect(hasScript).toBe(false)));
