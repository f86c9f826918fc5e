import { type Command, Option } from 'commander';
import type { Request } from '../commands/request.ts';

/** Adds the command `inspect` to a commander program. The command calls `chosen` with its parsed options. */
export function addInspectCommand(program: Command, chosen: (request: Request) => void): void {
  program
    .command('inspect')
    .description('show the state of the informers of a running program')
    .argument('<url>', 'address at which the program serves operations(): http://127.0.0.1:8080')
    .addOption(
      new Option('-o, --output <format>', 'table: a line for each informer; json: JSON')
        .choices(['table', 'json'])
        .default('table'),
    )
    .addHelpText('after', inspectExamples)
    .action((url: string, { output }: InspectOptions) => chosen({ command: 'inspect', url, output }));
}

interface InspectOptions {
  readonly output: 'table' | 'json';
}

const inspectExamples = `
The program has to serve the handler of operations() from rx-informer/controller, with the option inspect: true. The
command reads /debug/informers at this address, or the path of the URL. It does not read a cluster.
FRAME is the time since the last event, bookmark or page. BUFFERED is the number of changes that wait for subscribers,
and OLDEST the age of the oldest of them. The inputs of a derived informer, and the members of a set, are indented
below it, at most 50 for each informer, and those that do not watch first. The last errors follow the table.

Examples:
  $ rx-informer inspect http://127.0.0.1:8080
  $ rx-informer inspect http://127.0.0.1:8080 -o json | jq '.informers.pods.store'
For a program in a cluster, forward its port in another terminal first:
  $ kubectl port-forward deploy/operator 8080
  $ rx-informer inspect http://127.0.0.1:8080

Exit codes: 0 finished; 1 the program did not answer; 2 invalid command line.`;
