import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A directory of a spec's own. */
export interface Temporary {
  readonly directory: string;
  /** Writes a file in it, and gives its path. */
  write(name: string, text: string): string;
  /** The path that a file in it has. */
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
