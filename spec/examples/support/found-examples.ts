import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ExampleCheck } from '../example-check.ts';

/** An example program in `examples/`, and the file of its check. */
export interface FoundExample {
  /** The name of the example in the file name of the check, for example `06-watchdog.rxjs`. */
  readonly name: string;
  /** The path of the program. Undefined if the check has no program. */
  readonly file?: string;
  /** The path of the check. Undefined if the program has no check. */
  readonly check?: string;
}

/**
 * Finds the programs and their checks. `06-watchdog.rxjs.check.ts` is the check of `examples/06-watchdog/rxjs.ts`. A
 * folder with an `index.ts` is one program, and its check has the name of the folder. A folder that has its own spec,
 * `spec/examples/FOLDER.spec.ts`, needs no check.
 */
export function findExamples(examples: string, checks: string): readonly FoundExample[] {
  const files = new Map(programsIn(examples).filter(([, file]) => !hasSpec(file, examples, checks)));
  const checked = new Map(
    readdirSync(checks)
      .filter((name) => name.endsWith('.check.ts'))
      .map((name) => [name.slice(0, -'.check.ts'.length), `${checks}/${name}`]),
  );
  return [...new Set([...files.keys(), ...checked.keys()])].sort().map((name) => {
    const [file, check] = [files.get(name), checked.get(name)];
    return { name, ...(file !== undefined && { file }), ...(check !== undefined && { check }) };
  });
}

function programsIn(examples: string): readonly (readonly [name: string, file: string])[] {
  return readdirSync(examples, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (!entry.isDirectory())
      return name.endsWith('.ts') ? [[stem(name), `${examples}/${name}`] as const] : [];
    const parts = readdirSync(`${examples}/${name}`).filter((part) => part.endsWith('.ts'));
    if (parts.includes('index.ts')) return [[name, `${examples}/${name}/index.ts`] as const];
    return parts.map((part) => [`${name}.${stem(part)}`, `${examples}/${name}/${part}`] as const);
  });
}

const hasSpec = (file: string, examples: string, checks: string): boolean =>
  existsSync(`${checks}/../${basename(dirname(relative(examples, file)))}.spec.ts`);

const stem = (name: string): string => name.replace(/\.ts$/, '');

/** Finds all example programs of this project. */
export const ownExamples = (): readonly FoundExample[] =>
  findExamples(path('../../../examples'), path('../checks'));

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));

/** Loads the check of an example. @throws Error with the name of the missing file */
export async function loadExample({
  name,
  file,
  check,
}: FoundExample): Promise<readonly [string, ExampleCheck]> {
  if (file === undefined) throw new Error(`there is no example for spec/examples/checks/${name}.check.ts`);
  if (check === undefined) throw new Error(`there is no check spec/examples/checks/${name}.check.ts`);
  const loaded = (await import(pathToFileURL(check).href)) as { readonly check?: ExampleCheck };
  if (loaded.check === undefined) throw new Error(`${name}.check.ts exports no check`);
  return [file, loaded.check];
}
