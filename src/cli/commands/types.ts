import { defer, ignoreElements, map, type Observable, switchMap, tap } from 'rxjs';
import { CommandError } from '../command-error.ts';
import { connect } from '../connection/connect.ts';
import type { Host } from '../output/host.ts';
import { hideCredentialsOf } from '../output/redactor.ts';
import { streamOutput } from '../output/stream-output.ts';
import type { Output } from '../output/output.ts';
import { type Definition, definitionOf } from '../types/generate/definition.ts';
import { selectDefinitions } from '../types/generate/select-definitions.ts';
import { typescriptFile } from '../types/generate/typescript-file.ts';
import { writeGeneratedFile } from '../types/generated-file.ts';
import { listDefinitions } from '../types/list-definitions.ts';
import { type GivenDefinitions, readDefinitionFiles } from '../types/read-definition-files.ts';
import type { TypesRequest } from './request.ts';

/**
 * Runs `rx-informer types`: writes the TypeScript types of custom resources, from their CustomResourceDefinitions.
 *
 * Errors with a `CommandError` for a definition that cannot be read, or from which no types can be generated.
 */
export function types(request: TypesRequest, host: Host): Observable<never> {
  return defer(() => {
    const output = streamOutput(host);
    return givenDefinitions(request, host, output).pipe(
      tap((given) => writeTypes(given, request, host, output)),
      ignoreElements(),
    );
  });
}

function givenDefinitions(
  { files, connection }: TypesRequest,
  host: Host,
  output: Output,
): Observable<GivenDefinitions> {
  if (files !== undefined) return readDefinitionFiles(files);
  return connect(connection, host.environment, (text) => output.report(text)).pipe(
    tap((connected) => hideCredentialsOf(connected, host)),
    switchMap((connected) =>
      listDefinitions(connected).pipe(
        map((objects) => {
          if (objects.length > 0) return { objects, notices: [] };
          throw new CommandError(`${connected.server} has no CustomResourceDefinition`, {
            hints: ['The types of the built-in kinds are in rx-informer/kinds.'],
          });
        }),
      ),
    ),
  );
}

function writeTypes(
  { objects, notices }: GivenDefinitions,
  { only, file }: TypesRequest,
  host: Host,
  output: Output,
): void {
  for (const notice of notices) output.report(notice);
  const all = objects.flatMap((object): Definition[] => {
    const definition = definitionOf(object);
    if (definition === undefined)
      output.report(`${object.where}: no version is served, so there are no types`);
    return definition === undefined ? [] : [definition];
  });
  const definitions = only === undefined ? all : selectDefinitions(all, only);
  const text = typescriptFile(definitions);
  for (const { where, name, versions } of definitions) {
    for (const { name: version, schema } of versions) {
      if (schema === undefined) {
        output.report(`${where} (${name}): ${version} has no schema, so the types of its fields are unknown`);
      }
    }
  }
  if (file === undefined) host.stdout.write(text);
  else writeGeneratedFile(file, text);
}
