import { afterAll, afterEach } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of one spec's own. */
export interface Folder {
  readonly path: string;
  /** Writes a file, and gives its path. */
  readonly write: (name: string, text: string) => string;
}

/** A function that makes folders; each is removed when its spec is over. */
export const foldersForEach = (): (() => Folder) => folders(afterEach);

/** A function that makes folders; all are removed when all specs of the file are over. */
export const foldersForAll = (): (() => Folder) => folders(afterAll);

function folders(afterwards: (remove: () => void) => void): () => Folder {
  const paths: string[] = [];
  afterwards(() => {
    for (const path of paths.splice(0)) rmSync(path, { recursive: true, force: true });
  });
  return () => {
    const path = mkdtempSync(join(tmpdir(), 'rx-informer-spec-'));
    paths.push(path);
    return {
      path,
      write: (name, text) => {
        writeFileSync(join(path, name), text);
        return join(path, name);
      },
    };
  };
}

/** A function that keeps what a spec has to close; each is closed when it is over. */
export function closedAfterEach(): <T extends { close: () => Promise<void> }>(
  opened: Promise<T>,
) => Promise<T> {
  const closable: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(closable.splice(0).map((each) => each.close()));
  });
  return async (opening) => {
    const opened = await opening;
    closable.push(opened);
    return opened;
  };
}
