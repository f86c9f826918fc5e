import { type Command, Option } from 'commander';
import type { Request } from '../commands/request.ts';
import { usageError } from '../command-error.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import { addConnectionOptions, connectionIn } from './connection-options.ts';
import { whichCluster } from './examples.ts';
import { filled } from './options.ts';

/** Adds the command `types` to a commander program. The command calls `chosen` with its parsed options. */
export function addTypesCommand(program: Command, chosen: (request: Request) => void): void {
  const types = program
    .command('types')
    .description('write TypeScript types of custom resources')
    .addOption(
      new Option(
        '-f, --filename <file...>',
        'files with CustomResourceDefinitions, YAML or JSON; -: stdin',
      ).conflicts('fromCluster'),
    )
    .option('--from-cluster', 'read the CustomResourceDefinitions of a cluster')
    .addOption(
      new Option(
        '--only <names>',
        'only these definitions or groups: cert-manager.io,gateways.istio.io',
      ).argParser((text: string) => filled('--only')(text).split(',')),
    )
    .addOption(
      new Option('-o, --output <file>', 'TypeScript file to write (default: stdout)').argParser(filled('-o')),
    );
  addConnectionOptions(types)
    .addHelpText('after', typesExamples)
    .addHelpText('after', whichCluster)
    .action((options: TypesOptions) => {
      const { filename: files, fromCluster = false, only, output: file } = options;
      const connection = connectionIn(options);
      if (files === undefined && !fromCluster) {
        throw usageError(
          'no definitions are given: give -f FILE or --from-cluster',
          'For example: rx-informer types -f crd.yaml -o src/crd-types.ts',
        );
      }
      const [stray] = Object.keys(connection);
      if (files !== undefined && stray !== undefined) {
        throw usageError(
          `${optionOf(stray)} needs --from-cluster, and with -f no cluster is read`,
          'Leave out the option, or give --from-cluster instead of -f.',
        );
      }
      if (files?.includes('') === true) filled('-f')('');
      chosen({
        command: 'types',
        connection,
        ...(files === undefined ? {} : { files }),
        ...(only === undefined ? {} : { only }),
        ...(file === undefined ? {} : { file }),
      });
    });
}

/** Returns an option as the user types it: `certificateAuthority` is `--certificate-authority`. */
const optionOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

interface TypesOptions extends ConnectionOptions {
  readonly filename?: readonly string[];
  readonly fromCluster?: boolean;
  readonly only?: readonly string[];
  readonly output?: string;
}

const typesExamples = `
Writes one TypeScript file. For each served version of each CustomResourceDefinition, the file has the interface of
the kind, the constant of the resource for listWatch and resourceClient, and the type of the fields for a server-side
apply. All fields are readonly. The file imports rx-informer.
A definition without a schema gets fields of the type unknown. A $ref, v1beta1 and a schema without types are errors.
With -o, the command replaces only a file that it has written.

Examples:
  $ rx-informer types -f crd.yaml
  $ rx-informer types -f crds/*.yaml -o src/crd-types.ts
  $ rx-informer types --from-cluster --only cert-manager.io -o src/cert-manager.ts
  $ curl -sL https://example.com/install.yaml | rx-informer types -f - -o src/crd-types.ts

Exit codes: 0 finished; 1 failed, or a definition is invalid; 2 invalid command line.
`;
