import { InvalidArgumentError, Option } from 'commander';
import { usageError } from '../command-error.ts';
import { tokenVariable } from '../connection/token.ts';

/** Options that several commands share. */

/** Creates a parser that refuses an empty value. A shell variable that is not set gives an empty value. */
export const filled =
  (option: string) =>
  (text: string): string => {
    if (text === '') throw usageError(`${option} is empty`, 'Is the variable set that it comes from?');
    return text;
  };

export const tokenOption = (what: string): Option =>
  new Option('--token <token>', `${what}; better in the environment: ${tokenVariable}`);

export const authorityOption = (): Option =>
  new Option(
    '--certificate-authority <file>',
    'with --server: PEM file of those who may sign its certificate',
  ).argParser(filled('--certificate-authority'));

export const hostOption = (): Option =>
  new Option('--host <address>', 'address to listen on').default('127.0.0.1');

export const portOption = (): Option =>
  new Option('--port <number>', 'port to listen on; 0 for any that is free').argParser(portOf);

export const faultOption = (): Option =>
  new Option('--fault <fault>', 'what goes wrong, as in the examples; may be repeated').argParser(
    (text: string, before?: readonly string[]) => [...(before ?? []), text],
  );

export const corsOption = (): Option =>
  new Option(
    '--cors-allowed-origins <patterns>',
    'origins whose pages may read it, with a comma between',
  ).argParser(patternsOf);

export const podsOption = (): Option =>
  new Option(
    '--pods <number>',
    'so many pods that change all the time, in place of the small cluster',
  ).argParser((text: string) => {
    const pods = Number(text);
    if (/^\d{1,6}$/.test(text) && pods >= 1 && pods <= 100_000) return pods;
    throw new InvalidArgumentError('It is a whole number from 1 to 100000.');
  });

export const rateOption = (): Option =>
  new Option('--rate <number>', 'how many events of pods there are a second; with --pods').argParser(
    (text: string) => {
      const rate = Number(text);
      if (/^\d{1,5}(\.\d+)?$/.test(text) && rate <= 10_000) return rate;
      throw new InvalidArgumentError('It is a number from 0 to 10000.');
    },
  );

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}

/**
 * Parses the patterns. Refuses an empty pattern: it would match every origin, so every page could write, with the
 * credentials of its reader.
 */
function patternsOf(text: string): readonly string[] {
  const patterns = filled('--cors-allowed-origins')(text).split(',');
  if (patterns.every((pattern) => pattern.trim() !== '')) return patterns;
  throw usageError(
    `--cors-allowed-origins has an empty pattern in '${text}'`,
    'Is the variable set that it comes from? A pattern is such as ^http://localhost:4200$',
  );
}
