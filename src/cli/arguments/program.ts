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

/** Creates the commander program. It calls `chosen` with the request that the user typed. */
export function createProgram(version: string, chosen: (request: Request) => void): Command {
  const program = new Command('rx-informer')
    .description('Kubernetes informers on the command line: what is there, and every change of it.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--debug', 'print the stack trace of an error')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', programExamples);

  const watch = program
    .command('watch')
    .description('show collections, and each change of them')
    .argument(
      '<resource>',
      'as kubectl takes it: pods, po, deployments.v1.apps, all; several: po,deploy,nodes',
    )
    .option('-n, --namespace <name>', 'namespace (default: the context’s, else "default")')
    .addOption(new Option('-A, --all-namespaces', 'all namespaces').conflicts('namespace'))
    .option('-l, --selector <selector>', 'label selector: app=web,tier in (front,back)')
    .option('--field-selector <selector>', 'field selector: status.phase!=Running')
    .addOption(
      new Option('--shard <part/parts>', 'one part of it, as several processes share it: 0/4').argParser(
        shardOf,
      ),
    )
    .addOption(
      new Option('--shard-by <what>', 'what parts it: uid, or namespace, which keeps one together').choices([
        'uid',
        'namespace',
      ]),
    )
    .addOption(
      new Option('-o, --output <format>', 'a table on a terminal, else lines; or lines of JSON')
        .choices(['table', 'json'])
        .default('table'),
    )
    .option('--until-synced', 'print the first complete list, and end');
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
    .description('run a small cluster in memory that has a life')
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
    .description('run an API server in memory, for any client')
    .addOption(portOption())
    .addOption(hostOption())
    .addOption(tokenOption('bearer token that it asks for'))
    .addOption(new Option('--seed <file.yaml>', 'objects to begin with').argParser(filled('--seed')))
    .addOption(corsOption())
    .addOption(
      new Option(
        '--snapshot <file.json>',
        'instead of the seed, what was left in it; and leave everything in it',
      ).argParser(filled('--snapshot')),
    )
    .addOption(faultOption())
    .option('--tls', 'serve HTTPS, with a certificate made for it')
    .addOption(
      new Option(
        '--write-kubeconfig <file>',
        'where to write a kubeconfig for it, with token and certificate',
      ).argParser(filled('--write-kubeconfig')),
    )
    .option('--conformance', 'be as the checks of the protocol ask for: also a user alice without rights')
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
