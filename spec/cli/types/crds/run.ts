/**
 * `npm run suite -- crds`: generates the types of public CustomResourceDefinitions, and compiles them with both
 * compilers. For each version, objects that have the types of the schema must compile, and objects with an unknown
 * field or with a wrong type must not. The first run downloads the definitions (`projects.ts`); it needs Go. The last
 * line is "N passed, N failed".
 *
 *     npm run suite -- crds [--only NAME]    checks only the projects whose names contain NAME
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { closeNotRun, closeRun } from '../../../support/close-run.ts';
import { inProcess } from '../../in-process.ts';
import { compile, compilers } from '../compile.ts';
import { definitionFiles } from './download.ts';
import { type Project, projects } from './projects.ts';
import { damaged, type Json, sample } from './samples.ts';

/** The generated file of a project, and a program that uses the types. */
interface Generated {
  readonly name: string;
  readonly types: string;
  readonly uses: string;
  /** The number of versions of all definitions. */
  readonly versions: number;
  readonly objects: number;
}

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values;
if (spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0) await main();
else closeNotRun('there is no Go here');

async function main(): Promise<void> {
  const all: Generated[] = [];
  for (const project of projects.filter(({ name }) => name.includes(only))) all.push(await generate(project));

  let [passed, failed] = [0, 0];
  const files = Object.fromEntries(
    all.flatMap(({ name, types, uses }) => [
      [`${name}.ts`, types],
      [`${name}.uses.ts`, uses],
    ]),
  );
  for (const compiler of compilers) {
    const messages = (await compile(`crds-${compiler}`, files, compiler))
      .split('\n')
      .filter((line) => line !== '');
    for (const { name, versions, objects } of all) {
      const own = messages.filter((line) => line.includes(`crds-${compiler}/${name}.`));
      console.log(
        `${own.length === 0 ? 'ok' : 'not ok'} ${name}: ${versions} versions, ${objects} objects: ${compiler}`,
      );
      for (const line of own.slice(0, 5)) console.log(`  ${line}`);
      if (own.length === 0) passed += versions;
      else failed += versions;
    }
    const others = messages.filter(
      (line) => !all.some(({ name }) => line.includes(`crds-${compiler}/${name}.`)),
    );
    for (const line of others.slice(0, 5)) console.log(`  ${line}`);
    if (others.length > 0 && messages.length === others.length) failed++;
  }
  closeRun(passed, failed);
}

async function generate(project: Project): Promise<Generated> {
  const files = definitionFiles(project);
  const run = inProcess(['types', ...files.flatMap((file) => ['-f', file])]);
  const code = await run.ended;
  if (code !== 0) throw new Error(`${project.name}: ${run.errors()}`);
  const types = run.output();
  const uses = usesOf(types, versionsIn(files));
  return {
    name: project.name,
    types,
    uses: [`import type * as types from './${project.name}.ts';`, ...uses.lines].join('\n'),
    versions: uses.versions,
    objects: uses.objects,
  };
}

/** A version of a CustomResourceDefinition that an API server would serve, with the schema in the file. */
interface Version {
  readonly apiVersion: string;
  readonly kind: string;
  readonly schema: Json;
}

function versionsIn(files: readonly string[]): readonly Version[] {
  return files
    .flatMap((file) =>
      parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as Definition | null),
    )
    .filter((one) => one?.kind === 'CustomResourceDefinition')
    .flatMap((definition) => {
      const { group, names, versions } = definition?.spec ?? { group: '', names: { kind: '' }, versions: [] };
      return versions
        .filter(({ served }) => served)
        .map(({ name, schema }) => ({
          apiVersion: `${group}/${name}`,
          kind: names.kind,
          schema: schema?.openAPIV3Schema ?? {},
        }));
    });
}

interface Definition {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema?: { readonly openAPIV3Schema?: Json };
    }[];
  };
}

/**
 * Returns lines of TypeScript, with one object in each line. An object after `@ts-expect-error` must not compile. Each
 * other object must compile.
 */
function usesOf(
  types: string,
  versions: readonly Version[],
): { readonly lines: readonly string[]; readonly versions: number; readonly objects: number } {
  const lines = versions.flatMap(({ apiVersion, kind, schema }) => {
    const type = typeOf(types, apiVersion, kind);
    const metadata = { name: 'a', uid: 'b', resourceVersion: '1' };
    const complete = (one: unknown): Json => ({ ...(one as Json), apiVersion, kind, metadata });
    const root = withoutCommonFields(schema);
    const full = sample(root, 'all');
    const damages = (['unknown field', 'wrong type'] as const).flatMap((damage) => {
      const wrong = damaged(root, full, damage);
      return wrong === undefined ? [] : [{ damage, wrong }];
    });
    if (damages.length === 0) console.log(`  ${kind} of ${apiVersion} accepts every field`);
    const line = (one: unknown): string =>
      `export const _${type}_: types.${type} = ${JSON.stringify(complete(one))};`;
    return [
      line(sample(root, 'required')),
      line(full),
      ...damages.map(({ damage, wrong }) => `// @ts-expect-error: ${damage}\n${line(wrong)}`),
    ];
  });
  return {
    lines: lines.map((line, at) => line.replace(/(?<=export const _\w+_)/, String(at))),
    versions: versions.length,
    objects: lines.length,
  };
}

/** Searches the generated types for the interface with this apiVersion and kind. Returns the name of the interface. */
function typeOf(types: string, apiVersion: string, kind: string): string {
  const head = `  readonly apiVersion: '${apiVersion}';\n  readonly kind: '${kind}';\n`;
  const at = types.indexOf(` extends KubeObject {\n${head}`);
  const name = /export interface (\w+)$/.exec(types.slice(Math.max(0, at - 200), at))?.[1];
  if (at < 0 || name === undefined) throw new Error(`there is no type of ${kind} (${apiVersion})`);
  return name;
}

function withoutCommonFields(schema: Json): Json {
  const { properties, required } = schema;
  const common = ['apiVersion', 'kind', 'metadata'];
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries((properties ?? {}) as Json).filter(([name]) => !common.includes(name)),
    ),
    required: ((required ?? []) as readonly string[]).filter((name) => !common.includes(name)),
  };
}
