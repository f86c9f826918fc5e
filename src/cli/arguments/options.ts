import { InvalidArgumentError, Option } from 'commander';
import { usageError } from '../command-error.ts';
import { tokenVariable } from '../connection/token.ts';

/** Options that several commands share. */

/** Creates a parser that refuses an empty value, because an unset shell variable expands to an empty value. */
export const filled =
  (option: string) =>
  (text: string): string => {
    if (text === '')
      throw usageError(`${option} is empty`, 'Is the shell variable set that gives its value?');
    return text;
  };

export const tokenOption = (what: string): Option =>
  new Option('--token <token>', `${what}; safer in the environment: ${tokenVariable}`);

export const authorityOption = (): Option =>
  new Option(
    '--certificate-authority <file>',
    'with --server: PEM file with the authorities that sign its certificate',
  ).argParser(filled('--certificate-authority'));

export const hostOption = (): Option =>
  new Option('--host <address>', 'address to listen on').default('127.0.0.1');

export const portOption = (): Option =>
  new Option('--port <number>', 'port to listen on; 0: any free port').argParser(portOf);

export const faultOption = (): Option =>
  new Option('--fault <fault>', 'a fault, as in the examples; can be repeated').argParser(
    (text: string, before?: readonly string[]) => [...(before ?? []), text],
  );

export const corsOption = (): Option =>
  new Option(
    '--cors-allowed-origins <patterns>',
    'patterns of origins whose pages can use the server, separated by commas',
  ).argParser(patternsOf);

export const podsOption = (): Option =>
  new Option('--pods <number>', 'simulate this number of pods instead of the small cluster').argParser(
    (text: string) => {
      const pods = Number(text);
      if (/^\d{1,6}$/.test(text) && pods >= 1 && pods <= 100_000) return pods;
      throw new InvalidArgumentError('Allowed: a whole number from 1 to 100000.');
    },
  );

export const rateOption = (): Option =>
  new Option('--rate <number>', 'events of pods per second; with --pods').argParser((text: string) => {
    const rate = Number(text);
    if (/^\d{1,5}(\.\d+)?$/.test(text) && rate <= 10_000) return rate;
    throw new InvalidArgumentError('Allowed: a number from 0 to 10000.');
  });

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Allowed: a number from 0 to 65535.');
}

/**
 * Parses the patterns. Refuses an empty pattern, because an empty pattern matches every origin. With such a pattern, a
 * page of any origin could write with the credentials of the person who visits the page.
 */
function patternsOf(text: string): readonly string[] {
  const patterns = filled('--cors-allowed-origins')(text).split(',');
  if (patterns.every((pattern) => pattern.trim() !== '')) return patterns;
  throw usageError(
    `--cors-allowed-origins has an empty pattern in '${text}'`,
    'Is the shell variable set that gives its value? An example of a pattern: ^http://localhost:4200$',
  );
}
