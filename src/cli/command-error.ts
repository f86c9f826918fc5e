/** Why a command cannot do what it was told, in words for the person who typed it. */
export class CommandError extends Error {
  /** What the process ends with: 2 for a command line that is wrong, 1 for the rest. */
  readonly exitCode: 1 | 2;
  /** At most two lines that follow the message: what to do about it. */
  readonly hints: readonly string[];

  constructor(
    message: string,
    options: { readonly exitCode?: 1 | 2; readonly hints?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CommandError';
    this.exitCode = options.exitCode ?? 1;
    this.hints = (options.hints ?? []).slice(0, 2);
  }
}

/** The same for a command line that is wrong in itself. */
export function usageError(message: string, ...hints: readonly string[]): CommandError {
  return new CommandError(message, { exitCode: 2, hints });
}
