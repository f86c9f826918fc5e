// Reads from the Go types of the API what OpenAPI does not tell of their fields, and writes
// src/apiserver/generated/go-fields.ts: npm run apiserver:go-fields (needs Go and the modules of spec/kube)
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedDefinitions } from '../../../src/apiserver/generated/definitions.ts';

interface Field {
  readonly name: string;
  readonly type: string;
  /** `omitempty` or `omitzero`. */
  readonly isOmitted: boolean;
  readonly isInline: boolean;
}

type Structs = ReadonlyMap<string, readonly Field[]>;

/** Where the types of a definition are: `k8s.io/api` and the package in it. */
const roots: readonly (readonly [prefix: string, module: string, directory: string])[] = [
  ['io.k8s.api.', 'k8s.io/api', ''],
  ['io.k8s.apimachinery.pkg.apis.', 'k8s.io/apimachinery', 'pkg/apis'],
  ['io.k8s.apiextensions-apiserver.pkg.apis.', 'k8s.io/apiextensions-apiserver', 'pkg/apis'],
  ['io.k8s.kube-aggregator.pkg.apis.', 'k8s.io/kube-aggregator', 'pkg/apis'],
];

const go = new URL('../../kube/apiserver/', import.meta.url);
const directories = new Map<string, string>();
const packages = new Map<string, Structs>();

function directoryOf(module: string): string {
  const found = directories.get(module);
  if (found !== undefined) return found;
  const directory = execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', module], {
    cwd: go,
    encoding: 'utf8',
  }).trim();
  directories.set(module, directory);
  return directory;
}

function structsIn(directory: string): Structs {
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
  packages.set(directory, structs);
  return structs;
}

function fieldsIn(body: string): readonly Field[] {
  return [...body.matchAll(/^\t(?:\w+\s+)?(\S+)\s+`.*?json:"([^"]*)".*`/gm)].map(
    ([, type = '', tag = '']) => {
      const [name = '', ...flags] = tag.split(',');
      return {
        name,
        type,
        isOmitted: flags.includes('omitempty') || flags.includes('omitzero'),
        isInline: flags.includes('inline') || name === '',
      };
    },
  );
}

/** The fields of a struct, with those of the structs inside it that have no name of their own. */
function allFields(structs: Structs, name: string): readonly Field[] {
  return (structs.get(name) ?? []).flatMap((field) =>
    field.isInline ? allFields(structs, field.type) : [field],
  );
}

interface Property {
  readonly type?: string;
  readonly $ref?: string;
  readonly default?: unknown;
}

const isScalar = ({ type = '', $ref = '' }: Property): boolean =>
  ['string', 'integer', 'boolean', 'number'].includes(type) || $ref.endsWith('.IntOrString');

function factsOf(name: string): readonly [pointers: string[], shown: string[], omitted: string[]] {
  const root = roots.find(([prefix]) => name.startsWith(prefix));
  if (root === undefined) return [[], [], []];
  const [prefix, module, directory] = root;
  const parts = name.slice(prefix.length).split('.');
  const type = parts.pop() ?? '';
  const structs = structsIn(join(directoryOf(module), directory, ...parts));
  const text = generatedDefinitions[name] ?? '{}';
  const { properties = {}, required = [] } = JSON.parse(text) as {
    readonly properties?: Readonly<Record<string, Property>>;
    readonly required?: readonly string[];
  };
  const fields = allFields(structs, type).filter((field) => Object.hasOwn(properties, field.name));
  const of = (field: Field): Property => properties[field.name] ?? {};
  const pointers = fields.filter((field) => field.type.startsWith('*') && isScalar(of(field)));
  const shown = fields
    .filter(
      (field) =>
        // A struct is never empty to Go's encoder: a time that is not told is null.
        /^(metav1\.)?(Micro)?Time$/.test(field.type) ||
        (!field.isOmitted && /^(\*|\[\]|map\[)/.test(field.type)),
    )
    .filter((field) => !validated.has(field.name) && !(field.name === 'creationTimestamp'));
  // OpenAPI tells the default that is declared, and what has to be there; the encoder leaves out what is zero all the same.
  const omitted = fields.filter(
    (field) =>
      field.isOmitted &&
      (field.type.startsWith('*')
        ? required.includes(field.name)
        : ['', 0, false].includes(of(field).default as never) ||
          (required.includes(field.name) && /^(\[\]|map\[)/.test(field.type))),
  );
  return [
    pointers.map((field) => field.name),
    shown.map((field) => field.name),
    omitted.map((field) => field.name),
  ];
}

/** Those that no object lacks that a real server takes; the creation time alone is left out when it is zero. */
const validated = new Set(
  'items selector containers nodeSelectorTerms sideEffects admissionReviewVersions versions pathType paths monitors secretRef values request service'.split(
    ' ',
  ),
);

const facts = Object.keys(generatedDefinitions).map((name) => [name, factsOf(name)] as const);
const record = (name: string, about: string, at: 0 | 1 | 2): string =>
  `/** ${about} */\nexport const ${name}: Readonly<Record<string, string>> = {\n${facts
    .filter(([, fact]) => fact[at].length > 0)
    .map(([name, fact]) => `  '${name}': '${fact[at].join(' ')}',\n`)
    .join('')}};\n`;
const head = '// Generated by `npm run apiserver:go-fields` from the Go types of Kubernetes. Do not edit.\n';
writeFileSync(
  new URL('../../../src/apiserver/generated/go-fields.ts', import.meta.url),
  [
    head,
    record(
      'pointerFields',
      'By the name of a definition, those of its texts, numbers and flags that are pointers: with them zero is something.',
      0,
    ),
    '\n',
    record('shownFields', 'By the name of a definition, what is shown as null when it is not there.', 1),
    '\n',
    record(
      'omittedFields',
      'By the name of a definition, what is left out when it is zero, though zero is its default or it has to be there.',
      2,
    ),
  ].join(''),
);
