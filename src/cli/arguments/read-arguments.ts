import { CommanderError } from 'commander';
import type { Reading, Request } from '../commands/request.ts';
import { withoutControls } from '../lines/one-line.ts';
import { createProgram } from './program.ts';

/** Functions that print the help and the error messages of the command line. */
export interface Printers {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/**
 * Parses a command line.
 *
 * @param words - the arguments, without `node` and the script
 * @throws CommandError for an error that commander does not detect
 */
export function readArguments(words: readonly string[], version: string, { out, error }: Printers): Reading {
  let request: Request | undefined;
  const program = createProgram(version, (chosen) => (request = chosen));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: out,
      writeErr: error,
      outputError: (text, write) => write(withoutControls(hideValue(text))),
    });
  }

  let exitCode = 0;
  try {
    program.parse(words, { from: 'user' });
  } catch (reason) {
    if (!(reason instanceof CommanderError)) throw reason;
    exitCode = reason.exitCode === 0 ? 0 : 2;
  }
  return request ?? { command: 'exit', exitCode };
}

/** Hides the value of an unknown option. The value of a mistyped option, such as `--tokn=…`, may be a secret. */
function hideValue(text: string): string {
  return text.replace(/(unknown option '-[^'=]*)=[^']*'/, "$1=…'");
}
