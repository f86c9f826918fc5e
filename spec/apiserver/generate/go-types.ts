// Reads the Go types of the Kubernetes API from the Go modules of spec/kube. Reads the fields and the rules in
// comments.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Field {
  readonly name: string;
  readonly type: string;
  /** Whether the JSON tag of the field has `omitempty` or `omitzero`. */
  readonly isOmitted: boolean;
  readonly isInline: boolean;
  /**
   * The `+k8s:` tags above the field, for example `required` or `minimum=0`. The prefixes `alpha(…)` and `beta(…)` of
   * tags are removed.
   */
  readonly tags: readonly string[];
}

/** The types that a Go package declares. */
interface Package {
  readonly structs: ReadonlyMap<string, readonly Field[]>;
  /** The allowed values of each Go string type, by the name of the type. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/**
 * The Go modules that contain the types of the OpenAPI definitions. Each entry has the prefix of the definitions, the
 * module, and the folder in the module.
 */
const roots: readonly (readonly [prefix: string, module: string, directory: string])[] = [
  ['io.k8s.api.', 'k8s.io/api', ''],
  ['io.k8s.apimachinery.pkg.apis.', 'k8s.io/apimachinery', 'pkg/apis'],
  ['io.k8s.apiextensions-apiserver.pkg.apis.', 'k8s.io/apiextensions-apiserver', 'pkg/apis'],
  ['io.k8s.kube-aggregator.pkg.apis.', 'k8s.io/kube-aggregator', 'pkg/apis'],
];

const go = new URL('../../kube/apiserver/', import.meta.url);
const directories = new Map<string, string>();
const packages = new Map<string, Package>();

/** Returns the folder of a Go module. */
export function directoryOf(module: string): string {
  const found = directories.get(module);
  if (found !== undefined) return found;
  const directory = execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', module], {
    cwd: go,
    encoding: 'utf8',
  }).trim();
  directories.set(module, directory);
  return directory;
}

function packageIn(directory: string): Package {
  const found = packages.get(directory);
  if (found !== undefined) return found;
  const sources = readdirSync(directory).filter(
    (name) => /types.*\.go$/.test(name) && !name.includes('_test'),
  );
  const text = sources.map((name) => readFileSync(join(directory, name), 'utf8')).join('\n');
  const structs = new Map(
    [...text.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [
      name,
      fieldsIn(body),
    ]),
  );
  const enums = new Map(
    [...text.matchAll(/^\/\/ (?:\+k8s:alpha\([^)]*\)=)?\+k8s:enum\n(?:\/\/.*\n)*type (\w+) string/gm)].map(
      ([, name = '']) => [name, wordsOf(name, text)],
    ),
  );
  const made = { structs, enums };
  packages.set(directory, made);
  return made;
}

/**
 * Returns the constants of a Go string type. A constant has one of the forms `A Type = "x"` and `A = Type("x")`, or
 * refers to a constant of the core group.
 */
function wordsOf(type: string, text: string): readonly string[] {
  const constants = [
    ...text.matchAll(
      new RegExp(`^\\t\\w+\\s+(?:${type}\\s+= "(.*)"|= ${type}\\((?:"(.*)"|v1\\.(\\w+))\\))$`, 'gm'),
    ),
  ];
  return constants.map(([, plain, converted, core]) => plain ?? converted ?? coreConstant(core ?? ''));
}

function coreConstant(name: string): string {
  const text = readFileSync(join(directoryOf('k8s.io/api'), 'core/v1/types.go'), 'utf8');
  const [, word] = new RegExp(`^\\t${name}\\s+\\w+\\s+= "(.*)"$`, 'm').exec(text) ?? [];
  if (word === undefined) throw new Error(`k8s.io/api/core/v1 has no constant ${name}`);
  return word;
}

function fieldsIn(body: string): readonly Field[] {
  let tags: string[] = [];
  return body.split('\n').flatMap((line) => {
    const [, tag] = /^\t\/\/ \+k8s:(.*)$/.exec(line) ?? [];
    if (tag !== undefined) tags.push(tag.replace(/^(?:alpha|beta)\([^)]*\)=\+k8s:/, ''));
    const [, type = '', json] = /^\t(?:\w+\s+)?(\S+)\s+`.*?json:"([^"]*)".*`/.exec(line) ?? [];
    if (json === undefined) return [];
    const [name = '', ...flags] = json.split(',');
    const field = {
      name,
      type,
      isOmitted: flags.includes('omitempty') || flags.includes('omitzero'),
      isInline: flags.includes('inline') || name === '',
      tags,
    };
    tags = [];
    return [field];
  });
}

/** The Go type of an OpenAPI definition, with the fields of embedded structs. */
export interface GoType {
  readonly fields: readonly Field[];
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

/** Returns the Go type of an OpenAPI definition. Returns undefined if the Go sources do not contain the type. */
export function goType(definition: string): GoType | undefined {
  const root = roots.find(([prefix]) => definition.startsWith(prefix));
  if (root === undefined) return undefined;
  const [prefix, module, directory] = root;
  const parts = definition.slice(prefix.length).split('.');
  const type = parts.pop() ?? '';
  const { structs, enums } = packageIn(join(directoryOf(module), directory, ...parts));
  return { fields: allFields(structs, type), enums };
}

function allFields(structs: Package['structs'], name: string): readonly Field[] {
  return (structs.get(name) ?? []).flatMap((field) =>
    field.isInline ? allFields(structs, field.type) : [field],
  );
}
