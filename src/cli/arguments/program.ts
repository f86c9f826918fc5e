import { Command, Option } from 'commander';
import type { Shard } from '../../reflector/index.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import type { Request } from '../commands/request.ts';
import { addConnectionOptions, connectionIn } from './connection-options.ts';
import {
  apiServerExamples,
  demoExamples,
  programExamples,
  startExamples,
  watchExamples,
  watchNotes,
  whichCluster,
} from './examples.ts';
import { addInspectCommand } from './inspect-command.ts';
import { addRecordingCommands } from './recording-commands.ts';
import {
  corsOption,
  faultOption,
  filled,
  hostOption,
  podsOption,
  portOption,
  rateOption,
  tokenOption,
} from './options.ts';
import { shardIn, shardOf } from './shard.ts';
import { startRequest } from './start-request.ts';
import { addTypesCommand } from './types-command.ts';

/** Creates the commander program. The program parses a command line, and calls `chosen` with the parsed command. */
export function createProgram(version: string, chosen: (request: Request) => void): Command {
  const program = new Command('rx-informer')
    .description('Kubernetes informers on the command line: shows objects and their changes.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--debug', 'print the stack trace of an error')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', programExamples);

  const watch = program
    .command('watch')
    .description('show collections and their changes')
    .argument('<resource>', 'as in kubectl: pods, po, deployments.v1.apps, all; several: po,deploy,nodes')
    .option('-n, --namespace <name>', 'namespace (default: that of the context, otherwise "default")')
    .addOption(new Option('-A, --all-namespaces', 'all namespaces').conflicts('namespace'))
    .option('-l, --selector <selector>', 'label selector: app=web,tier in (front,back)')
    .option('--field-selector <selector>', 'field selector: status.phase!=Running')
    .addOption(new Option('--shard <part/parts>', 'only one shard of the objects: 0/4').argParser(shardOf))
    .addOption(
      new Option('--shard-by <what>', 'the field that decides the shard: uid, or namespace').choices([
        'uid',
        'namespace',
      ]),
    )
    .addOption(
      new Option(
        '-o, --output <format>',
        'table: a table on a terminal, elsewhere lines; json: lines of JSON',
      )
        .choices(['table', 'json'])
        .default('table'),
    )
    .option('--until-synced', 'print the first complete list, then exit');
  addConnectionOptions(watch)
    .addHelpText('after', watchNotes)
    .addHelpText('after', whichCluster)
    .addHelpText('after', watchExamples)
    .action((resource: string, options: WatchOptions) => {
      const {
        namespace,
        selector,
        fieldSelector,
        shard,
        shardBy,
        output,
        untilSynced = false,
        allNamespaces = false,
      } = options;
      chosen({
        command: 'watch',
        connection: connectionIn(options),
        resource,
        allNamespaces,
        output,
        untilSynced,
        ...(namespace === undefined ? {} : { namespace }),
        ...(selector === undefined ? {} : { selector }),
        ...(fieldSelector === undefined ? {} : { fieldSelector }),
        ...shardIn(shard, shardBy),
      });
    });

  addRecordingCommands(program, chosen);

  addConnectionOptions(program.command('start'))
    .description('show pods, deployments and nodes')
    .addHelpText('after', startExamples)
    .action((options: ConnectionOptions) => chosen(startRequest(options)));

  program
    .command('demo')
    .description('run a simulated cluster in memory')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(podsOption())
    .addOption(rateOption())
    .addOption(corsOption())
    .addHelpText('after', demoExamples)
    .action(({ port, host, pods, rate, corsAllowedOrigins }: DemoOptions) =>
      chosen({
        command: 'demo',
        host,
        ...(port === undefined ? {} : { port }),
        ...(pods === undefined && rate === undefined
          ? {}
          : { churn: { pods: pods ?? 100, rate: rate ?? 10 } }),
        ...(corsAllowedOrigins === undefined ? {} : { corsAllowedOrigins }),
      }),
    );

  program
    .command('apiserver')
    .description('run an API server in memory')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(tokenOption('bearer token that every request needs'))
    .addOption(new Option('--seed <file.yaml>', 'initial objects').argParser(filled('--seed')))
    .addOption(corsOption())
    .addOption(
      new Option(
        '--snapshot <file.json>',
        'load the state from this file, and save it there at the end',
      ).argParser(filled('--snapshot')),
    )
    .addOption(faultOption())
    .option('--tls', 'serve HTTPS, with a generated certificate')
    .addOption(
      new Option(
        '--write-kubeconfig <file>',
        'write a kubeconfig for the server, with token and certificate',
      ).argParser(filled('--write-kubeconfig')),
    )
    .option('--conformance', 'prepare for the protocol checks: add a user alice without rights')
    .addHelpText('after', apiServerExamples)
    .action(
      ({
        port,
        host,
        token,
        seed,
        corsAllowedOrigins,
        conformance,
        snapshot,
        fault,
        tls,
        writeKubeconfig,
      }: ApiServerOptions) =>
        chosen({
          command: 'apiserver',
          host,
          ...(port === undefined ? {} : { port }),
          ...(token === undefined ? {} : { token }),
          ...(seed === undefined ? {} : { seed }),
          ...(corsAllowedOrigins === undefined ? {} : { corsAllowedOrigins }),
          ...(snapshot === undefined ? {} : { snapshot }),
          ...(fault === undefined ? {} : { faults: fault }),
          ...(tls === undefined ? {} : { tls }),
          ...(writeKubeconfig === undefined ? {} : { writeKubeconfig }),
          ...(conformance === undefined ? {} : { conformance }),
        }),
    );

  addTypesCommand(program, chosen);
  addInspectCommand(program, chosen);

  return program;
}

interface WatchOptions extends ConnectionOptions {
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly shard?: Shard;
  readonly shardBy?: 'uid' | 'namespace';
  readonly output: 'table' | 'json';
  readonly untilSynced?: boolean;
}

interface ListenOptions {
  readonly port?: number;
  readonly host: string;
}

interface DemoOptions extends ListenOptions {
  readonly pods?: number;
  readonly rate?: number;
  readonly corsAllowedOrigins?: readonly string[];
}

interface ApiServerOptions extends ListenOptions {
  readonly token?: string;
  readonly seed?: string;
  readonly corsAllowedOrigins?: readonly string[];
  readonly snapshot?: string;
  readonly fault?: readonly string[];
  readonly tls?: true;
  readonly writeKubeconfig?: string;
  readonly conformance?: true;
}
