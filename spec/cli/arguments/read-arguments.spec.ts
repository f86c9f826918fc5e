import { describe, expect, it } from '@jest/globals';
import { readArguments } from '../../../src/cli/arguments/read-arguments.ts';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { Reading } from '../../../src/cli/commands/request.ts';

interface Read {
  readonly reading: Reading;
  readonly out: string;
  readonly error: string;
}

function read(...words: readonly string[]): Read {
  let [out, error] = ['', ''];
  const reading = readArguments(words, '1.2.3', {
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  return { reading, out, error };
}

const server = ['--server', 'http://127.0.0.1:8080'];
const connection = { server: 'http://127.0.0.1:8080' };

describe('readArguments', () => {
  describe('watch', () => {
    it('should read the required words, and omit absent options', () => {
      expect(read('watch', 'pods', ...server).reading).toStrictEqual({
        command: 'watch',
        resource: 'pods',
        connection,
        allNamespaces: false,
        output: 'table',
        untilSynced: false,
      });
    });

    it('should read every option', () => {
      const words = [
        '-n',
        'shop',
        '-l',
        'app in (web)',
        '--field-selector',
        'spec.nodeName=',
        '-o',
        'json',
        '--until-synced',
      ];
      const login = ['--token', 'secret', '--certificate-authority', 'ca.crt'];

      expect(read('watch', 'deployments.apps', ...words, ...server, ...login).reading).toStrictEqual({
        command: 'watch',
        resource: 'deployments.apps',
        connection: { ...connection, token: 'secret', certificateAuthority: 'ca.crt' },
        namespace: 'shop',
        allNamespaces: false,
        selector: 'app in (web)',
        fieldSelector: 'spec.nodeName=',
        output: 'json',
        untilSynced: true,
      });
      expect(read('watch', '-A', 'pods', ...server, '--debug').reading).toMatchObject({
        allNamespaces: true,
      });
    });

    it.each([
      [['--shard', '3/4'], { index: 3, of: 4 }],
      [['--shard', '0/1048576', '--shard-by', 'namespace'], { index: 0, of: 1_048_576, by: 'namespace' }],
      [['--shard-by=uid', '--shard=0/1'], { index: 0, of: 1, by: 'uid' }],
    ])('should read a shard: %j', (words, shard) => {
      expect(read('watch', 'pods', ...server, ...words).reading).toMatchObject({ shard });
    });

    it.each([
      [['watch', ...server], "missing required argument 'resource'"],
      [['watch', 'pods', ...server, '--kubeconfig', 'a'], 'cannot be used with'],
      [['watch', 'pods', '--context', 'a', ...server], 'cannot be used with'],
      [['watch', 'pods', 'nodes', ...server], 'too many arguments'],
      [['watch', 'pods', ...server, '-n', 'shop', '-A'], 'cannot be used with'],
      [['watch', 'pods', ...server, '-A', '-n', 'shop'], 'cannot be used with'],
      [['watch', 'pods', ...server, '-o', 'yaml'], 'Allowed choices are table, json'],
      [['watch', 'pods', ...server, '--sever', 'x'], "unknown option '--sever'"],
      [['watch', 'pods', ...server, '-n'], 'argument missing'],
      ...['4/4', '1', '0/0', '-1/4', '0.5/4', '0/4/4', '0/1048577', ''].map((shard): [string[], string] => [
        ['watch', 'pods', ...server, `--shard=${shard}`],
        'It is a part and how many there are, at most 1,048,576: 0/4, 1/4, 2/4 or 3/4.',
      ]),
      [['watch', 'pods', ...server, '--shard', '0/4', '--shard-by', 'key'], 'choices are uid, namespace'],
    ])('should refuse %j in at most three lines', (words, problem) => {
      const { reading, out, error } = read(...words);

      expect(reading).toEqual({ command: 'exit', exitCode: 2 });
      expect(out).toBe('');
      expect(error).toContain(problem);
      expect(error.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
    });

    it('should read the options for the cluster, and leave them open otherwise', () => {
      const words = ['--kubeconfig', 'a.conf', '--context', 'staging'];

      expect(read('watch', 'po,deploy', ...words).reading).toMatchObject({
        resource: 'po,deploy',
        connection: { kubeconfig: 'a.conf', context: 'staging' },
      });
      expect(read('watch', 'pods').reading).toMatchObject({ connection: {} });
    });

    it('should refuse --shard-by without --shard', () => {
      expect(() => read('watch', 'pods', ...server, '--shard-by', 'uid')).toThrow('--shard-by needs --shard');
    });

    it.each(['watch pods', 'start'])(
      'should refuse %s with the options for --server, but no server',
      (text) => {
        const words = text.split(' ');
        for (const option of ['--token', '--certificate-authority']) {
          expect(() => read(...words, option, 'secret')).toThrow(CommandError);
          expect(() => read(...words, option, 'secret')).toThrow(`${option} needs --server`);
          expect(() => read(...words, '--kubeconfig', 'a', option, 'secret')).toThrow('needs --server');
        }
      },
    );

    it.each([
      ['watch', '--x\u001b]0;y\u0007\u009b1m'],
      ['wat\u001b[2Jch'],
      ['watch', 'pods', '--speed\u001b[2J'],
    ])('should remove control characters from the words: %j', (...words) => {
      const { error } = read(...words);

      expect(error).toMatch(/unknown (option|command)/);
      // eslint-disable-next-line no-control-regex
      expect(error).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    });

    it('should not repeat the value of an unknown option', () => {
      const { error } = read('watch', 'pods', ...server, '--tokn=s3cret');

      expect(error).toContain("unknown option '--tokn=…'");
      expect(error).not.toContain('s3cret');
    });
  });

  describe('record and replay', () => {
    it('should read the required words, and every option', () => {
      const usual = { command: 'record', resource: 'pods', connection, force: false, keepSecrets: false };
      const words = ['-n', 'shop', '-l', 'a=b', '--field-selector', 'c=d', '--file', 'f', '--force'];

      expect(read('record', 'pods', ...server).reading).toStrictEqual({ ...usual, allNamespaces: false });
      expect(
        read('record', 'pods', ...server, ...words, '--duration', '1.5m', '--keep-secrets').reading,
      ).toStrictEqual({
        ...usual,
        allNamespaces: false,
        namespace: 'shop',
        selector: 'a=b',
        fieldSelector: 'c=d',
        file: 'f',
        force: true,
        duration: 90_000,
        keepSecrets: true,
      });
      expect(read('replay', 'f').reading).toStrictEqual({
        command: 'replay',
        file: 'f',
        speed: 1,
        output: 'table',
      });
      expect(read('replay', 'f', '--speed', '60.5', '-o', 'json').reading).toMatchObject({
        speed: 60.5,
        output: 'json',
      });
      expect(read('replay', 'f', '--speed', 'max').reading).toMatchObject({ speed: Infinity });
    });

    it.each([
      [['record', ...server], "missing required argument 'resource'"],
      [['record', 'pods', '-A', '-n', 'shop'], 'cannot be used with'],
      [['record', 'pods', '--duration', '8'], 'Allowed: a number with s, m or h'],
      [['record', 'pods', '--duration', '0s'], 'Allowed: a number with s, m or h'],
      [['record', 'pods', '--duration', '577h'], 'at most 576h'],
      [['replay'], "missing required argument 'file'"],
      [['replay', 'f', '--speed', '0'], 'Allowed: a number above 0, or max.'],
      [['replay', 'f', '--speed', 'Infinity'], 'Allowed: a number above 0, or max.'],
      [['replay', 'f', '--speed=-1'], 'Allowed: a number above 0, or max.'],
    ])('should refuse %j in at most three lines', (words, problem) => {
      const { reading, error } = read(...words);

      expect(reading).toEqual({ command: 'exit', exitCode: 2 });
      expect(error).toContain(problem);
      expect(error.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
    });
  });

  it('should refuse to overwrite a recording if no file is given', () => {
    const reading = (): unknown => read('record', 'pods', ...server, '--force');

    expect(reading).toThrow('--force needs --file, the file to overwrite');
    expect(reading).toThrow(
      expect.objectContaining({
        exitCode: 2,
        hints: ['Without --file the recording goes to stdout: leave out --force.'],
      }),
    );
  });

  describe('the other commands', () => {
    it('should read start without a server as the demo', () => {
      expect(read('start').reading).toStrictEqual({ command: 'demo', host: '127.0.0.1' });
      expect(read('start', ...server, '--token', 'secret').reading).toStrictEqual({
        command: 'start',
        connection: { ...connection, token: 'secret' },
      });
    });

    it('should read start with an option for a cluster as that command', () => {
      expect(read('start', '--kubeconfig', 'a').reading).toStrictEqual({
        command: 'start',
        connection: { kubeconfig: 'a' },
      });
      expect(read('start', '--context', 'b').reading).toStrictEqual({
        command: 'start',
        connection: { context: 'b' },
      });
    });

    it('should read demo and apiserver', () => {
      expect(read('demo', '--port', '8081').reading).toStrictEqual({
        command: 'demo',
        port: 8081,
        host: '127.0.0.1',
      });
      expect(read('apiserver').reading).toStrictEqual({ command: 'apiserver', host: '127.0.0.1' });
      expect(
        read('apiserver', '--port', '0', '--host', '::1', '--token', 'secret', '--seed', 'a.yaml').reading,
      ).toStrictEqual({
        command: 'apiserver',
        port: 0,
        host: '::1',
        token: 'secret',
        seed: 'a.yaml',
      });
      expect(read('apiserver', '--conformance').reading).toMatchObject({ conformance: true });
      expect(read('apiserver', '--tls', '--write-kubeconfig', 'k').reading).toMatchObject({
        tls: true,
        writeKubeconfig: 'k',
      });
      expect(read('apiserver', '--cors-allowed-origins', 'a,b').reading).toMatchObject({
        corsAllowedOrigins: ['a', 'b'],
      });
    });

    it.each([
      ['apiserver', '', '--cors-allowed-origins is empty'],
      ['demo', '', '--cors-allowed-origins is empty'],
      ['apiserver', '^http://a$,', "--cors-allowed-origins has an empty pattern in '^http://a$,'"],
      ['demo', 'a,,b', "--cors-allowed-origins has an empty pattern in 'a,,b'"],
      ['apiserver', ' ', "--cors-allowed-origins has an empty pattern in ' '"],
    ])('should refuse %s with an empty pattern of origins in %j', (command, patterns, problem) => {
      const reading = (): unknown => read(command, '--cors-allowed-origins', patterns);

      expect(reading).toThrow(problem);
      expect(reading).toThrow(expect.objectContaining({ exitCode: 2 }));
    });

    it.each([
      ['apiserver', '--snapshot'],
      ['apiserver', '--seed'],
      ['apiserver', '--write-kubeconfig'],
      ['record', '--file'],
      ['watch', '--certificate-authority'],
    ])('should refuse %s with an empty %s immediately', (command, option) => {
      const reading = (): unknown => read(command, 'pods', option, '');

      expect(reading).toThrow(`${option} is empty`);
      expect(reading).toThrow(
        expect.objectContaining({ exitCode: 2, hints: ['Is the shell variable set that gives its value?'] }),
      );
    });

    it('should read the faults in order, and the snapshot', () => {
      expect(read('apiserver', '--fault', 'a', '--fault', 'b', '--snapshot', 's').reading).toStrictEqual({
        command: 'apiserver',
        host: '127.0.0.1',
        faults: ['a', 'b'],
        snapshot: 's',
      });
    });

    it('should accept the largest and the smallest value of each number', () => {
      expect(read('demo', '--pods', '1', '--rate', '0').reading).toMatchObject({
        churn: { pods: 1, rate: 0 },
      });
      expect(read('demo', '--pods', '100000', '--rate', '10000').reading).toMatchObject({
        churn: { pods: 100_000, rate: 10_000 },
      });
      expect(read('demo', '--rate', '0.125').reading).toMatchObject({ churn: { rate: 0.125 } });
      expect(read('demo', '--port', '65535').reading).toMatchObject({ port: 65_535 });
      expect(read('record', 'pods', '--duration', '576h').reading).toMatchObject({ duration: 2_073_600_000 });
      expect(read('record', 'pods', '--duration', '0.125s').reading).toMatchObject({ duration: 125 });
      expect(read('record', 'pods', '--duration', '90s').reading).toMatchObject({ duration: 90_000 });
      expect(read('watch', 'pods', '--shard', '10/12').reading).toMatchObject({
        shard: { index: 10, of: 12 },
      });
    });

    it.each([
      ['record', 'pods', '--duration', 'x8h'],
      ['record', 'pods', '--duration', '8hx'],
      ['record', 'pods', '--duration', 'h'],
      ['replay', 'f', '--speed', '0x10'],
      ['replay', 'f', '--speed', '1e3'],
      ['replay', 'f', '-o', 'yaml'],
      ['demo', '--rate', '1x'],
      ['demo', '--rate', '1e3'],
    ])('should refuse a number with other characters around it: %j', (...words) => {
      expect(read(...words).reading).toStrictEqual({ command: 'exit', exitCode: 2 });
    });

    it('should read the size of a demo, and the allowed origins', () => {
      const words = ['--pods', '5000', '--rate', '200', '--cors-allowed-origins', '^http://a$,^http://b$'];
      expect(read('demo', ...words).reading).toStrictEqual({
        command: 'demo',
        host: '127.0.0.1',
        churn: { pods: 5000, rate: 200 },
        corsAllowedOrigins: ['^http://a$', '^http://b$'],
      });
      expect(read('demo', '--rate', '0.5').reading).toMatchObject({ churn: { pods: 100, rate: 0.5 } });
      expect(read('demo', '--pods', '7').reading).toMatchObject({ churn: { pods: 7, rate: 10 } });
    });

    it.each([
      ['--pods', '0'],
      ['--pods', '100001'],
      ['--pods', '1.5'],
      ['--pods', 'many'],
      ['--rate', '-1'],
      ['--rate', '10001'],
      ['--rate', 'Infinity'],
      ['--rate', ''],
    ])('should refuse %s %j', (option, text) => {
      const { reading, error } = read('demo', `${option}=${text}`);

      expect(reading).toEqual({ command: 'exit', exitCode: 2 });
      expect(error).toMatch(/Allowed: a (whole )?number from [01] to 10+\./);
    });

    it.each(['-1', '65536', '1e3', 'http', ''])('should refuse the port %j', (port) => {
      const { reading, error } = read('apiserver', `--port=${port}`);

      expect(reading).toEqual({ command: 'exit', exitCode: 2 });
      expect(error).toContain('Allowed: a number from 0 to 65535');
    });
  });

  describe('types', () => {
    it('should read files, names and the file to write', () => {
      expect(
        read('types', '-f', 'a.yaml', 'b.yaml', '-f', '-', '--only', 'a.io,b.io', '-o', 'c.ts').reading,
      ).toStrictEqual({
        command: 'types',
        connection: {},
        files: ['a.yaml', 'b.yaml', '-'],
        only: ['a.io', 'b.io'],
        file: 'c.ts',
      });
    });

    it('should read the cluster', () => {
      expect(read('types', '--from-cluster', ...server).reading).toStrictEqual({
        command: 'types',
        connection,
      });
    });

    it.each([
      [[], 'no definitions are given: give -f FILE or --from-cluster'],
      [['-f', 'a', ...server], '--server needs --from-cluster, and with -f no cluster is read'],
      [
        ['-f', 'a', '--allow-insecure-credentials'],
        '--allow-insecure-credentials needs --from-cluster, and with -f no cluster is read',
      ],
      [['-f', ''], '-f is empty'],
      [['-f', 'a', '--only', ''], '--only is empty'],
      [['-f', 'a', '-o', ''], '-o is empty'],
    ])('should refuse %j', (words, problem) => {
      expect(() => read('types', ...words)).toThrow(problem);
    });

    it('should refuse files together with a cluster', () => {
      const { reading, error } = read('types', '-f', 'a', '--from-cluster');

      expect(reading).toEqual({ command: 'exit', exitCode: 2 });
      expect(error).toContain('cannot be used with');
    });
  });

  describe('help', () => {
    it.each(['watch', 'record', 'replay', 'start', 'demo', 'apiserver', 'types', 'inspect'])(
      'should explain %s, with examples',
      (command) => {
        const { reading, out, error } = read(command, '--help');

        expect(reading).toEqual({ command: 'exit', exitCode: 0 });
        expect(error).toBe('');
        expect(out).toContain(`Usage: rx-informer ${command}`);
        expect(out).toContain('Examples:\n  $ ');
        expect(out).toContain('--debug');
      },
    );

    it.each(['', 'watch', 'record', 'replay', 'start', 'demo', 'apiserver', 'types', 'inspect'])(
      'should describe each option and argument of %s',
      (command) => {
        const { out } = read(...command.split(' ').filter((word) => word !== ''), '--help');
        const sections = out
          .split(/\n(?=\S)/)
          .filter((section) => /^(Arguments|Options|Global|Commands)/.test(section));
        const entries = sections.flatMap((section) => section.split(/\n {2}(?=\S)/).slice(1));

        expect(out.split('\n\n')[1]).toMatch(/^\w.*\w/);
        expect(entries.length).toBeGreaterThan(2);
        expect(entries.filter((entry) => !/^.*?\S {2,}(?!\(default|\(choices)\S/s.test(entry))).toEqual([]);
        if (['watch', 'record', 'replay'].includes(command)) expect(out).toContain('\nArguments:\n  ');
      },
    );

    it('should name the environment variable of the token, and explain the choice of the cluster', () => {
      for (const command of ['watch', 'record', 'start', 'apiserver'])
        expect(read(command, '--help').out.replace(/\s+/g, ' ')).toMatch(
          /--token <token> .*bearer token.*; safer in the environment: RX_INFORMER_TOKEN/,
        );
      for (const command of ['watch', 'record'])
        expect(read(command, '--help').out).toContain('The cluster: the server of --server; otherwise');
      expect(read('watch', '--help').out).toContain('Lists the collections, then watches them');
      expect(read('--help').out).toContain('Exit codes: 0 finished');
    });

    it('should fit a narrow terminal, and list every fault', () => {
      const { out } = read('apiserver', '--help');
      const types =
        'dropConnection stallRequest stallStream throttleBody truncate corruptBytes endWatch expire timeoutAfterCommit expireContinueToken lagBehind duplicate reorderAcrossKeys';

      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
      const [, faults = ''] = /The faults:\n([^]*?)\n\n/.exec(out) ?? [];
      expect(types.split(' ').filter((type) => !faults.includes(` ${type}`))).toEqual([]);
    });

    it('should describe the command, and the option for its version', () => {
      const { out } = read('--help');

      expect(out).toContain(
        '\n\nKubernetes informers on the command line: shows objects and their changes.\n',
      );
      expect(out).toMatch(/^ {2}--version +print the version$/m);
    });

    it('should list the commands, on stderr if no command was given', () => {
      expect(read('--help').out).toMatch(
        /watch .*\n\s+record .*\n\s+replay .*\n\s+start .*\n\s+demo .*\n\s+apiserver .*\n\s+types /,
      );
      expect(read()).toMatchObject({ reading: { command: 'exit', exitCode: 2 }, out: '' });
      expect(read().error).toContain('Usage: rx-informer');
      expect(read('help', 'watch').out).toContain('Usage: rx-informer watch');
    });

    it('should print the version', () => {
      expect(read('--version')).toEqual({
        reading: { command: 'exit', exitCode: 0 },
        out: '1.2.3\n',
        error: '',
      });
    });

    it('should refuse an unknown command', () => {
      const { reading, error } = read('wach');

      expect(reading).toEqual({ command: 'exit', exitCode: 2 });
      expect(error).toBe("error: unknown command 'wach'\n(Did you mean watch?)\n");
    });
  });
});
