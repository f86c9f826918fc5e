import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary directory for one spec. */
export interface Temporary {
  readonly directory: string;
  /** Writes a file in the temporary directory, and returns the path of the file. */
  write(name: string, text: string): string;
  /** Returns the path of a file in the temporary directory. */
  path(...names: readonly string[]): string;
  remove(): void;
}

export function temporary(): Temporary {
  const directory = mkdtempSync(join(tmpdir(), 'rx-informer-spec-'));
  return {
    directory,
    write: (name, text) => {
      const file = join(directory, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    path: (...names) => join(directory, ...names),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
