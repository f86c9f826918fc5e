import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Request } from '../commands/request.ts';
import { type CommandError, usageError } from '../command-error.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import { addConnectionOptions, connectionIn } from './connection-options.ts';
import { whichCluster } from './examples.ts';
import { filled } from './options.ts';
import { recordExamples, replayExamples } from './recording-help.ts';

/** Adds the commands `record` and `replay` to a commander program. A command calls `chosen` with its parsed options. */
export function addRecordingCommands(program: Command, chosen: (request: Request) => void): void {
  const record = program
    .command('record')
    .description('record the requests and answers of a collection')
    .argument('<resource>', 'one, as in kubectl: pods, po, deployments.v1.apps, pods/web-1')
    .option('-n, --namespace <name>', 'namespace (default: that of the context, otherwise "default")')
    .addOption(new Option('-A, --all-namespaces', 'all namespaces').conflicts('namespace'))
    .option('-l, --selector <selector>', 'label selector: app=web,tier in (front,back)')
    .option('--field-selector <selector>', 'field selector: status.phase!=Running')
    .addOption(new Option('--file <file>', 'file to write (default: stdout)').argParser(filled('--file')))
    .option('--force', 'overwrite an existing file')
    .addOption(new Option('--duration <time>', 'time to record: 90s, 10m, 8h').argParser(durationOf))
    .option('--keep-secrets', 'keep the data of Secrets');
  addConnectionOptions(record)
    .addHelpText('after', recordExamples)
    .addHelpText('after', whichCluster)
    .action((resource: string, options: RecordOptions) => {
      const { namespace, selector, fieldSelector, file, duration } = options;
      const { allNamespaces = false, force = false, keepSecrets = false } = options;
      if (force && file === undefined) throw noFile();
      chosen({
        command: 'record',
        connection: connectionIn(options),
        resource,
        allNamespaces,
        force,
        keepSecrets,
        ...(namespace === undefined ? {} : { namespace }),
        ...(selector === undefined ? {} : { selector }),
        ...(fieldSelector === undefined ? {} : { fieldSelector }),
        ...(file === undefined ? {} : { file }),
        ...(duration === undefined ? {} : { duration }),
      });
    });

  program
    .command('replay')
    .description('show the changes of a recording')
    .argument('<file>', 'a recording; -: stdin')
    .addOption(
      new Option('--speed <number>', 'factor of the speed; max: no pauses').argParser(speedOf).default(1),
    )
    .addOption(
      new Option('-o, --output <format>', 'table: lines of text; json: lines of JSON')
        .choices(['table', 'json'])
        .default('table'),
    )
    .addHelpText('after', replayExamples)
    .action((file: string, { speed, output }: ReplayOptions) =>
      chosen({ command: 'replay', file, speed, output }),
    );
}

const noFile = (): CommandError =>
  usageError(
    '--force needs --file, the file to overwrite',
    'Without --file the recording goes to stdout: leave out --force.',
  );

interface RecordOptions extends ConnectionOptions {
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly file?: string;
  readonly force?: boolean;
  readonly duration?: number;
  readonly keepSecrets?: boolean;
}

interface ReplayOptions {
  readonly speed: number;
  readonly output: 'table' | 'json';
}

/**
 * Parses a duration, and returns the duration in ms. Refuses a duration of more than 24 days, because the longest delay
 * of a Node timer is between 24 and 25 days.
 */
function durationOf(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([smh])$/.exec(text) ?? [];
  const ms = Number(number) * ({ s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? Number.NaN);
  if (ms > 0 && ms <= 2_073_600_000) return ms;
  throw new InvalidArgumentError('Allowed: a number with s, m or h, at most 576h.');
}

function speedOf(text: string): number {
  const speed = text === 'max' ? Infinity : Number(text);
  if (speed > 0 && (text === 'max' || /^[\d.]+$/.test(text))) return speed;
  throw new InvalidArgumentError('Allowed: a number above 0, or max.');
}
