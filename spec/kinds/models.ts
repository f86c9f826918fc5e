import { readdirSync, readFileSync } from 'node:fs';

/**
 * The names of client-node's models, in two versions of client-node: the oldest allowed version, and the installed
 * version.
 */
export interface Models {
  readonly oldest: ReadonlySet<string>;
  readonly newest: ReadonlySet<string>;
}

const installed = new URL('../../node_modules/@kubernetes/client-node/dist/gen/models/', import.meta.url);

/** The file with the model names of the oldest allowed client-node. */
export const oldestModelsFile: URL = new URL('generated/models-1.4.0.json', import.meta.url);

/**
 * Returns the names of the models that have object metadata. `V1Pod` is such a model, but `V1PodSpec` and `V1PodList`
 * are not.
 */
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

/** Reads the stored model names, and the model names of the installed client-node. */
export function readModels(): Models {
  const oldest = JSON.parse(readFileSync(oldestModelsFile, 'utf8')) as string[];
  return { oldest: new Set(oldest), newest: new Set(modelNames(installed)) };
}
