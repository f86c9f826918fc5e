import type { Command } from 'commander';
import { Option } from 'commander';
import { usageError } from '../command-error.ts';
import type { ConnectionOptions } from '../connection/connection.ts';
import { authorityOption, tokenOption } from './options.ts';

/** Adds to a command the options that select a cluster. */
export function addConnectionOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--kubeconfig <file>',
        'kubeconfig file (default: the files in KUBECONFIG, otherwise ~/.kube/config, otherwise the cluster of the pod)',
      ),
    )
    .addOption(new Option('--context <name>', 'context of the kubeconfig (default: its current context)'))
    .addOption(
      new Option('--server <url>', 'an API server, https:// or http://, instead of a kubeconfig').conflicts([
        'kubeconfig',
        'context',
      ]),
    )
    .addOption(tokenOption('with --server: bearer token'))
    .addOption(authorityOption())
    .addOption(
      new Option(
        '--allow-insecure-credentials',
        'allow a token or password over http:// to another machine, where the network can read it',
      ),
    );
}

/**
 * Returns the connection options that the user typed.
 *
 * @throws CommandError for an option that needs `--server`
 */
export function connectionIn(options: ConnectionOptions): ConnectionOptions {
  const typed = Object.fromEntries(
    names.map((name) => [name, options[name]]).filter(([, value]) => value !== undefined),
  ) as ConnectionOptions;
  const stray = (['token', 'certificateAuthority'] as const).find((name) => typed[name] !== undefined);
  if (stray !== undefined && typed.server === undefined) {
    throw usageError(`--${stray === 'token' ? stray : 'certificate-authority'} needs --server`);
  }
  return typed;
}

const names = [
  'server',
  'token',
  'certificateAuthority',
  'kubeconfig',
  'context',
  'allowInsecureCredentials',
] as const;
