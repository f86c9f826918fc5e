import { readdirSync, readFileSync } from 'node:fs';

/** The names of client-node's models of kinds: of the oldest peer that the package allows, and of the one installed. */
export interface Models {
  readonly oldest: ReadonlySet<string>;
  readonly newest: ReadonlySet<string>;
}

const installed = new URL('../../node_modules/@kubernetes/client-node/dist/gen/models/', import.meta.url);

/** Where the names of the oldest peer's models are kept. */
export const oldestModelsFile: URL = new URL('generated/models-1.4.0.json', import.meta.url);

/** The names of the models that have the metadata of an object: `V1Pod`, not `V1PodSpec` nor `V1PodList`. */
export function modelNames(directory: URL): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.d.ts'))
    .filter((name) =>
      /^ {4}'kind'\?: string;$[^]*^ {4}'metadata'\??: V1ObjectMeta;$/m.test(
        readFileSync(new URL(name, directory), 'utf8'),
      ),
    )
    .map((name) => name.slice(0, -'.d.ts'.length))
    .sort();
}

/** The names that are kept, and those of the client-node that is installed. */
export function readModels(): Models {
  const oldest = JSON.parse(readFileSync(oldestModelsFile, 'utf8')) as string[];
  return { oldest: new Set(oldest), newest: new Set(modelNames(installed)) };
}
