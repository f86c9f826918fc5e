import { dirname, resolve } from 'node:path';
import { catchError, last, map, type Observable, switchMap, throwError } from 'rxjs';
import { isRecord } from '../../objects/index.ts';
import { YamlError } from '../../yaml/index.ts';
import { CommandError } from '../command-error.ts';
import { readTextFile } from '../input-file.ts';
import { recordsIn, textIn } from '../../discovery/index.ts';
import { reasonOf } from '../reason-of.ts';
import { yamlDocuments } from '../yaml-documents.ts';
import type { Entries, Entry, Kubeconfig } from './kubeconfig.ts';

/**
 * Reads one kubeconfig. Resolves relative paths in the file from the directory of the file.
 *
 * Errors with a `CommandError` if the file cannot be read or is not a kubeconfig. The message never quotes the file,
 * because a quote may contain a secret.
 */
export function readKubeconfig(file: string): Observable<Kubeconfig> {
  return readTextFile(file).pipe(
    catchError((cause: unknown) =>
      throwError(() => new CommandError(`cannot read the kubeconfig ${file}: ${reasonOf(cause)}`, { cause })),
    ),
    switchMap((text) => parse(file, text)),
    map((json) => kubeconfigIn(file, json)),
  );
}

function kubeconfigIn(file: string, json: Entry): Kubeconfig {
  const directory = dirname(resolve(file));
  return {
    currentContext: textIn(json, 'current-context'),
    contexts: entries(json, 'contexts', 'context', (context) => context),
    clusters: entries(json, 'clusters', 'cluster', (cluster) =>
      withPaths(cluster, ['certificate-authority'], directory),
    ),
    users: entries(json, 'users', 'user', (user) => ({
      ...withPaths(user, ['client-certificate', 'client-key', 'tokenFile'], directory),
      ...(isRecord(user['exec']) ? { exec: withProgram(user['exec'], directory) } : {}),
    })),
  };
}

/** Parses the YAML in time slices, because a kubeconfig of 1,000 clusters takes a second. */
function parse(file: string, text: string): Observable<Entry> {
  const refused = (problem: string): CommandError =>
    new CommandError(`${file} is not a kubeconfig: ${problem}`);
  return yamlDocuments(text, { maxParts, longestPart, maxDocuments: 1, duplicateKeys: false }).pipe(
    last(undefined, null),
    map((json) => {
      if (json === null) return {}; // an empty file is valid, as for kubectl
      if (!isRecord(json)) throw refused('it has no clusters, users and contexts');
      return json;
    }),
    catchError((error: unknown) => {
      if (!(error instanceof YamlError)) throw error;
      throw refused(
        error.tooLarge
          ? `it has more than ${maxParts} keys, values and signs, or one of more than ${longestPart} characters`
          : `${error.excess ?? 'it is not YAML'}, as line ${error.line} shows`,
      );
    }),
  );
}

/**
 * The maximum number of YAML tokens of the document: enough for a thousand contexts with their clusters and users. The
 * parser does not pause within a document, and a document of this size takes 200 ms.
 */
const maxParts = 200_000;
/** The maximum number of characters of a key or a value. A quoted value of 16 MiB takes 1.5 s to parse. */
const longestPart = 1_048_576;

/**
 * Indexes entries by name. If several entries have the same name, keeps the first entry. kubectl refuses a file with
 * two entries of the same name.
 */
function entries(json: Entry, list: string, member: string, read: (entry: Entry) => Entry): Entries {
  return new Map(
    recordsIn(json, list)
      .filter((item) => textIn(item, 'name') !== '')
      .map((item): [string, Entry] => {
        const entry = item[member];
        return [textIn(item, 'name'), read(isRecord(entry) ? entry : {})];
      })
      .reverse(),
  );
}

function withPaths(entry: Entry, members: readonly string[], directory: string): Entry {
  const paths = members.filter((member) => textIn(entry, member) !== '');
  return {
    ...entry,
    ...Object.fromEntries(paths.map((member) => [member, resolve(directory, textIn(entry, member))])),
  };
}

/**
 * Makes the path of a login program absolute. Does not change a name without a directory, because the system looks for
 * the name in the PATH.
 */
function withProgram(exec: Entry, directory: string): Entry {
  return /[/\\]/.test(textIn(exec, 'command')) ? withPaths(exec, ['command'], directory) : exec;
}
