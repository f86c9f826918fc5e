import { recordsIn, textIn } from '../../../discovery/index.ts';
import { isRecord } from '../../../objects/index.ts';
import { CommandError } from '../../command-error.ts';
import { type Schema, schemaOf, shown } from './schema.ts';

/** A parsed JSON object, and the place of the object for error messages. */
export interface GivenObject {
  readonly where: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** The parts of a CustomResourceDefinition from which the command generates types. */
export interface Definition {
  /** The file and the document, or the server. */
  readonly where: string;
  /** For example `certificates.cert-manager.io`. */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The served versions. The version that the API server prefers is the first. */
  readonly versions: readonly [DefinitionVersion, ...DefinitionVersion[]];
}

/** A served version of a {@link Definition}. */
export interface DefinitionVersion {
  readonly name: string;
  /** Absent if the version has no schema, so that the server stores all fields. */
  readonly schema?: Schema;
  /** The warning that the server sends for this version; absent if the version is not deprecated. */
  readonly deprecated?: string;
}

export const isDefinition = ({ object }: GivenObject): boolean => object['kind'] === definitionKind;
const definitionKind = 'CustomResourceDefinition';
const definitionVersion = 'apiextensions.k8s.io/v1';

/**
 * Checks a CustomResourceDefinition, and returns its parts. Returns `undefined` if the definition has no served
 * version.
 *
 * @throws CommandError for `v1beta1`, and for a definition that the API server refuses
 */
export function definitionOf({ where: place, object }: GivenObject): Definition | undefined {
  const { spec, apiVersion } = object;
  const name = textIn(object['metadata'], 'name');
  const where = name === '' ? place : `${place} (${name})`;
  if (apiVersion !== definitionVersion) throw wrongVersion(where, apiVersion);
  if (!isRecord(spec)) throw new CommandError(`${where}: spec is ${shown(spec)}, and has to be an object`);

  const { names, scope } = spec;
  const [group, kind, plural] = [
    textOf(where, 'spec.group', textIn(spec, 'group'), groupName),
    textOf(where, 'spec.names.kind', textIn(names, 'kind'), kindName),
    textOf(where, 'spec.names.plural', textIn(names, 'plural'), pluralName),
  ];
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    throw new CommandError(`${where}: spec.scope is ${shown(scope)}; allowed: Namespaced, Cluster`);
  }
  const [first, ...others] = recordsIn(spec, 'versions')
    .map((version, at) => ({ version, path: `${where}: spec.versions[${at}]` }))
    .filter(({ version }) => version['served'] === true)
    .map(({ version, path }) => versionOf(path, version))
    .sort((a, b) => compareVersions(a.name, b.name));
  if (first === undefined) return undefined;
  return {
    where: place,
    name: `${plural}.${group}`,
    ...{ group, kind, plural },
    namespaced: scope === 'Namespaced',
    versions: [first, ...others],
  };
}

const groupName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const kindName = /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;
const pluralName = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const versionName = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

function textOf(where: string, field: string, text: string, allowed: RegExp): string {
  if (allowed.test(text)) return text;
  const given = text === '' ? 'absent, or no text' : shown(text);
  throw new CommandError(`${where}: ${field} is ${given}; allowed: letters, digits and -, as in the API`, {
    hints: ['The API server refuses this definition too: is the file complete?'],
  });
}

function versionOf(where: string, version: Readonly<Record<string, unknown>>): DefinitionVersion {
  const name = textOf(where, 'name', textIn(version, 'name'), versionName);
  const { schema, deprecated } = version;
  const openApi = isRecord(schema) ? schema['openAPIV3Schema'] : undefined;
  const warning = textIn(version, 'deprecationWarning');
  return {
    name,
    ...(openApi === undefined || openApi === null
      ? {}
      : { schema: schemaOf(`${where}.schema.openAPIV3Schema`, openApi) }),
    ...(deprecated === true
      ? { deprecated: warning === '' ? 'The API group deprecates this version.' : warning }
      : {}),
  };
}

function wrongVersion(where: string, apiVersion: unknown): CommandError {
  const given = `${where}: its apiVersion is ${shown(apiVersion)}; allowed: ${definitionVersion}`;
  if (apiVersion !== 'apiextensions.k8s.io/v1beta1') return new CommandError(given);
  return new CommandError(given, {
    hints: [
      'Kubernetes 1.22 removed v1beta1. Take a newer release of the project that defines the resource.',
      `If a cluster has the definition: kubectl get crd NAME -o yaml writes it as v1, and --from-cluster reads it.`,
    ],
  });
}

/**
 * Sorts versions as the API server prefers them: `v2`, `v1`, `v1beta1`, `v1alpha1`, and then all other names by the
 * alphabet.
 */
export function compareVersions(a: string, b: string): number {
  const [rankA, rankB] = [rankOf(a), rankOf(b)];
  const at = rankA.findIndex((part, place) => part !== rankB[place]);
  if (at >= 0) return (rankB[at] ?? 0) - (rankA[at] ?? 0);
  return Number(a > b) - Number(a < b);
}

function rankOf(version: string): readonly number[] {
  const match = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version);
  if (match === null) return [0, 0, 0];
  const [, major, stage, minor = '0'] = match;
  return [stage === undefined ? 3 : stage === 'beta' ? 2 : 1, Number(major), Number(minor)];
}
