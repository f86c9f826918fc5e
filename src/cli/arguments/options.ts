import { InvalidArgumentError, Option } from 'commander';
import { tokenVariable } from '../connection/token.ts';

/** Options that several commands have. */

export const tokenOption = (what: string): Option =>
  new Option('--token <token>', `${what}; better in the environment: ${tokenVariable}`);

export const authorityOption = (): Option =>
  new Option(
    '--certificate-authority <file>',
    'with --server: PEM file of those who may sign its certificate',
  );

export const hostOption = (): Option =>
  new Option('--host <address>', 'address to listen on').default('127.0.0.1');

export const portOption = (): Option =>
  new Option('--port <number>', 'port to listen on; 0 for any that is free').argParser(portOf);

export const faultOption = (): Option =>
  new Option('--fault <fault>', 'what goes wrong, as in the examples; may be repeated').argParser(
    (text: string, before?: readonly string[]) => [...(before ?? []), text],
  );

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}
