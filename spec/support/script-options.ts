import process from 'node:process';
import { parseArgs } from 'node:util';

/** Converts the text of an option into its value. @throws Error with the allowed values */
export type Reader<V> = (text: string) => V;

/** The values of each option in the order of the command line. */
export type Given<R extends Readers> = { readonly [K in keyof R]: readonly ReturnType<R[K]>[] };

type Readers = Readonly<Record<string, Reader<unknown>>>;

/** The command-line options of a script. */
export interface ScriptUsage<R extends Readers> {
  /** The text for `--help`: it describes the script, its options, and how to repeat a failure. */
  readonly usage: string;
  readonly options: R;
  /** The name of the positional option. On the command line, its values stand without an option name. */
  readonly positional?: string & keyof R;
}

export const wholeNumber =
  (least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (text) => {
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new Error(
      `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most.toLocaleString('en')}`}`,
    );
  };

export const numberAboveZero: Reader<number> = (text) => {
  if (/^\d*\.?\d+$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error('a number above 0');
};

export const oneOf =
  <const T extends string>(allowed: readonly T[]): Reader<T> =>
  (text) => {
    const found = allowed.find((one) => one === text);
    if (found !== undefined) return found;
    throw new Error(`one of ${allowed.join(', ')}`);
  };

/** Reads an option that has no value. */
export const flag: Reader<true> = () => true;

/** Reads an option whose text must match `pattern`. */
export const textLike =
  (pattern: RegExp, description: string): Reader<string> =>
  (text) => {
    if (pattern.test(text)) return text;
    throw new Error(description);
  };

/** Returns a problem of a combination of options, or undefined. */
type Objection<R extends Readers> = (given: Given<R>) => string | undefined;

/**
 * Joins an option and a negative number with `=`. `parseArgs` would take a separate `-1` for an option, and would
 * refuse it.
 */
function withNegatives(args: readonly string[]): string[] {
  const read: string[] = [];
  for (const arg of args) {
    const before = read.at(-1);
    if (before !== undefined && /^--[^=]+$/.test(before) && /^-[\d.]/.test(arg)) {
      read[read.length - 1] = `${before}=${arg}`;
    } else read.push(arg);
  }
  return read;
}

/** Reads command-line options. @throws Error with the problem in one line */
export function readOptions<R extends Readers>(
  { options, positional }: ScriptUsage<R>,
  args: readonly string[],
  wrong?: Objection<NoInfer<R>>,
): Given<R> {
  const { values, positionals } = parseArgs({
    args: withNegatives(args),
    options: Object.fromEntries(
      Object.entries(options)
        .filter(([name]) => name !== positional)
        .map(([name, read]) => [
          name,
          { type: read === flag ? 'boolean' : 'string', multiple: true } as const,
        ]),
    ),
    allowPositionals: positional !== undefined,
  });
  const given = Object.fromEntries(
    Object.entries(options).map(([name, read]) => [
      name,
      (name === positional ? positionals : (values[name] ?? [])).map(String).map((text) => {
        try {
          return read(text);
        } catch (error) {
          const option = name === positional ? name.toUpperCase() : `--${name}`;
          throw new Error(`${option} is ${(error as Error).message}, not '${text}'`, { cause: error });
        }
      }),
    ]),
  ) as unknown as Given<R>;
  const objection = wrong?.(given);
  if (objection !== undefined) throw new Error(objection);
  return given;
}

/**
 * Reads the command-line options of this script. `--help` prints the usage and exits with code 0, as GNU tools do. For
 * a wrong option, the script exits with code 2 before it starts its work.
 */
export function scriptOptions<R extends Readers>(
  script: ScriptUsage<R>,
  wrong?: Objection<NoInfer<R>>,
): Given<R> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(script.usage.trim());
    process.exit(0);
  }
  try {
    return readOptions(script, args, wrong);
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    console.error(`error: ${line ?? ''}\n\n${script.usage.trim()}`);
    process.exit(2);
  }
}
