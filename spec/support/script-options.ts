import process from 'node:process';
import { parseArgs } from 'node:util';

/** Reads the value of an option. @throws Error that says what is allowed */
export type Reader<V> = (text: string) => V;

/** Of each option that was given, its values in order. */
export type Given<R extends Readers> = { readonly [K in keyof R]: readonly ReturnType<R[K]>[] };

type Readers = Readonly<Record<string, Reader<unknown>>>;

/** What a script accepts. */
export interface ScriptUsage<R extends Readers> {
  /** What it does, its options, and how a failure is replayed. */
  readonly usage: string;
  readonly options: R;
  /** The option whose values stand alone, without `--name` before them. */
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

/** An option without a value: it was given, or it was not. */
export const flag: Reader<true> = () => true;

/** Text of which `pattern` says what it is. */
export const textLike =
  (pattern: RegExp, description: string): Reader<string> =>
  (text) => {
    if (pattern.test(text)) return text;
    throw new Error(description);
  };

/** What is wrong with the options together. */
type Objection<R extends Readers> = (given: Given<R>) => string | undefined;

/** A negative number is a value: alone it would be read as an option, and refused as an ambiguous one. */
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

/** Reads them. @throws Error in one line that says what is wrong */
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
 * The options of this script. `--help` prints its usage and ends it with code 0, as GNU's tools do; a wrong option ends it
 * with code 2, before anything has begun.
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
