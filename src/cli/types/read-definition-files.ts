import { catchError, concatMap, from, map, type Observable, switchMap, throwError, toArray } from 'rxjs';
import { isRecord } from '../../objects/index.ts';
import { YamlError } from '../../yaml/index.ts';
import { CommandError } from '../command-error.ts';
import { readTextFile } from '../input-file.ts';
import { reasonOf } from '../reason-of.ts';
import { itemsOf } from '../seed/seed-document.ts';
import { yamlDocuments } from '../yaml-documents.ts';
import { type GivenObject, isDefinition } from './generate/definition.ts';

/** The CustomResourceDefinitions of some files, and the notices for the user. */
export interface GivenDefinitions {
  readonly objects: readonly GivenObject[];
  readonly notices: readonly string[];
}

/**
 * Emits the CustomResourceDefinitions of YAML or JSON files, including the items of lists. A file may contain other
 * objects, as the manifests of a release do; a notice contains the number of these objects. The file `-` is stdin.
 *
 * Errors with a `CommandError` that names the file if the file cannot be read or is not YAML. Errors with a
 * `CommandError` also if no file contains a CustomResourceDefinition.
 */
export function readDefinitionFiles(files: readonly string[]): Observable<GivenDefinitions> {
  return from(files).pipe(
    concatMap(readFile),
    toArray(),
    map((all) => {
      const given = all.flatMap(({ objects }) => objects);
      const objects = given.filter(isDefinition);
      if (objects.length === 0) throw noDefinition(files, given);
      return { objects, notices: all.flatMap(noticesOf) };
    }),
  );
}

/** A file, and its objects of all kinds. */
interface FileContent {
  readonly file: string;
  readonly objects: readonly GivenObject[];
}

function readFile(file: string): Observable<FileContent> {
  return readTextFile(file === '-' ? '/dev/stdin' : file, maxBytes).pipe(
    catchError((cause: unknown) => {
      const hints = ['Give files with CustomResourceDefinitions: rx-informer types -f crds/*.yaml'];
      return throwError(() => new CommandError(`cannot read ${file}: ${reasonOf(cause)}`, { cause, hints }));
    }),
    switchMap((text) => objectsIn(file, text)),
    map((objects) => ({ file, objects })),
  );
}

/** The maximum number of bytes of a file: enough for a cluster with a thousand definitions. */
const maxBytes = 128 * 1_048_576;
/** The maximum number of YAML tokens of one document. The largest public definition has fewer than 500,000. */
const maxPartsOfDocument = 2_000_000;
const maxParts = 30_000_000;

function objectsIn(file: string, text: string): Observable<readonly GivenObject[]> {
  return yamlDocuments(text, { maxParts, maxPartsOfDocument, duplicateKeys: false }).pipe(
    catchError((cause: unknown) => {
      if (!(cause instanceof YamlError)) throw cause;
      const hints = text.includes('{{')
        ? ['The file looks like a template of Helm: helm template CHART writes the YAML.']
        : [];
      throw new CommandError(`${file}, document ${cause.document + 1}: ${cause.message}`, { cause, hints });
    }),
    map((object, at) => ({ where: `${file}, document ${at + 1}`, object })),
    toArray(),
    map((documents) =>
      documents.flatMap(({ where, object }) => {
        if (object === null) return [];
        if (!isRecord(object) || typeof object['kind'] !== 'string') {
          throw new CommandError(`${where}: it is not an object with apiVersion and kind`, {
            hints: [whatToGive],
          });
        }
        return itemsOf({ where, object });
      }),
    ),
  );
}

const whatToGive = 'Give the CustomResourceDefinitions (apiextensions.k8s.io/v1) of the custom resources.';

function noticesOf({ file, objects }: FileContent): readonly string[] {
  if (objects.length === 0) return [`${file}: skipped, because the file has no object`];
  const others = objects.filter((one) => !isDefinition(one)).length;
  return others === 0 ? [] : [`${file}: skipped the objects of other kinds: ${others}`];
}

function noDefinition(files: readonly string[], [first]: readonly GivenObject[]): CommandError {
  const where = files.length === 1 ? (files[0] ?? '') : 'the files';
  const problem =
    first === undefined
      ? `${where} ${files.length === 1 ? 'has' : 'have'} no object`
      : `${first.where} is a ${String(first.object['kind'])}, and ${where} ${files.length === 1 ? 'has' : 'have'} no CustomResourceDefinition`;
  return new CommandError(problem, { hints: [whatToGive] });
}
