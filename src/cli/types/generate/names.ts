import { CommandError } from '../../command-error.ts';
import type { Definition, DefinitionVersion } from './definition.ts';
import { lowerCamel, upperCamel } from './tokens.ts';

/** One version of a definition, and the names that the generated file exports for it. */
export interface NamedVersion {
  readonly definition: Definition;
  readonly version: DefinitionVersion;
  /** The interface of the kind, such as `Certificate`. */
  readonly type: string;
  /** The type of the fields for a server-side apply. */
  readonly applyType: string;
  /** The constant of the resource, such as `certificates`. */
  readonly constant: string;
}

/**
 * Chooses the names for each version of each definition. The result does not depend on the order of the definitions.
 *
 * The version that the API server prefers has the short names `Certificate` and `certificates`. All other versions have
 * the version before the name, as in `rx-informer/kinds`: `V1alpha1Certificate`. If two kinds would have the same name,
 * or if TypeScript or the file already uses the name, the first word of the group is put before the names:
 * `PkgFunction` for the kind `Function` of `pkg.crossplane.io`. If the names are still the same, the whole group is put
 * before the name.
 *
 * @throws CommandError for two definitions of the same resource, and for two names that are the same even with the
 *   whole group before the name
 */
export function namesOf(definitions: readonly Definition[]): readonly NamedVersion[] {
  checkDistinct(definitions);
  const sorted = definitions.toSorted(
    (a, b) => order(a.group, b.group) || order(a.kind, b.kind) || order(a.name, b.name),
  );
  const chosen = new Map<Definition, readonly NamedVersion[]>();
  const taken = new Set(reservedNames);
  for (const qualify of qualifiers) {
    const named = sorted
      .filter((definition) => !chosen.has(definition))
      .map((definition) => ({ definition, names: namesWith(qualify(definition.group), definition) }));
    const uses = countsOf(named.flatMap(({ names }) => names.flatMap(identifiersOf)));
    const free = named.filter(({ names }) =>
      names.flatMap(identifiersOf).every((name) => uses.get(name) === 1 && !taken.has(name)),
    );
    for (const { definition, names } of free) {
      chosen.set(definition, names);
      for (const name of names.flatMap(identifiersOf)) taken.add(name);
    }
  }
  return sorted.flatMap((definition) => {
    const names = chosen.get(definition);
    if (names === undefined) throw sameNames(definition);
    return names;
  });
}

/** The words to put before a name. The next word is tried if the name with the previous word is already used. */
const qualifiers: readonly ((group: string) => string)[] = [
  () => '',
  (group) => group.split('.')[0] ?? '',
  (group) => group,
];

const order = (a: string, b: string): number => Number(a > b) - Number(a < b);

function namesWith(qualifier: string, definition: Definition): readonly NamedVersion[] {
  return definition.versions.map((version, at) => {
    const words = [qualifier, at === 0 ? '' : version.name].filter((word) => word !== '');
    const type = asIdentifier(upperCamel([...words, definition.kind].join('-')));
    const constant = asIdentifier(lowerCamel([...words, definition.plural].join('-')));
    return { definition, version, type, applyType: `${type}ApplyConfiguration`, constant };
  });
}

/** A group may begin with a digit, but an identifier may not. */
const asIdentifier = (name: string): string => (/^\d/.test(name) ? `_${name}` : name);

const identifiersOf = ({ type, applyType, constant }: NamedVersion): readonly string[] => [
  type,
  applyType,
  constant,
];

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function checkDistinct(definitions: readonly Definition[]): void {
  const known = new Map<string, Definition>();
  for (const definition of definitions) {
    const before = known.get(definition.name);
    if (before !== undefined) {
      throw new CommandError(
        `${definition.name} is defined twice: ${before.where}, and ${definition.where}`,
        {
          hints: ['Give each CustomResourceDefinition once.'],
        },
      );
    }
    known.set(definition.name, definition);
  }
}

const sameNames = ({ where, kind, group }: Definition): CommandError =>
  new CommandError(
    `${where}: the kind ${kind} of ${group} has the same name in TypeScript as another definition, even with its group`,
    { hints: ['Write two files, and choose the definitions of each file: --only NAME[,NAME]'] },
  );

/** The types of JavaScript that every TypeScript program knows, and the names that the generated file imports. */
const globalTypes = [
  'Array ArrayBuffer Atomics BigInt Boolean DataView Date Error EvalError Function Generator Infinity Intl Iterator',
  'JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer',
  'String Symbol SyntaxError TypeError URIError WeakMap WeakRef WeakSet',
  'Awaited Capitalize Exclude Extract InstanceType Iterable NoInfer NonNullable Omit Parameters Partial Pick',
  'PropertyKey Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Required ReturnType ThisType Uppercase',
  'Applied KubeObject ObjectMeta Resource defineResource',
].join(' ');

/** The words that cannot be the name of a constant in a module. */
const reservedWords = [
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends',
  'false finally for function globalThis if implements import in instanceof interface let new null package private',
  'protected public return static super switch this throw true try typeof undefined var void while with yield',
].join(' ');

const reservedNames: readonly string[] = `${globalTypes} ${reservedWords}`.split(' ');
