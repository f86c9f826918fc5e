import { isSame, type Json, type StoredObject } from '../json.ts';
import { subdomainProblem } from '../metadata/dns-name.ts';
import { type FieldError, fieldInvalid, fieldNotSupported, fieldRequired } from '../status/invalid.ts';
import { type Definition, isTrue, objectIn, objectsIn, textIn } from './definition.ts';
import { conversionErrors } from './conversion-errors.ts';
import { namesErrors } from './names-errors.ts';
import { versionsErrors } from './version-errors.ts';

/** Validates a CustomResourceDefinition, with the messages of kube-apiserver. */
export function definitionErrors(object: Json, existing: StoredObject | undefined): readonly FieldError[] {
  const spec = objectIn(object, 'spec');
  const names = objectIn(spec, 'names');
  return [
    ...(existing === undefined ? nameErrors(objectIn(object, 'metadata'), spec, names) : []),
    ...groupErrors(textIn(spec, 'group'), objectIn(object, 'metadata')),
    ...scopeErrors(textIn(spec, 'scope')),
    ...storageErrors(spec),
    ...versionsErrors(objectsIn(spec, 'versions')),
    ...namesErrors(names, 'spec.names'),
    ...otherErrors(spec),
    ...storedVersionErrors(spec, objectIn(object, 'status')),
    ...(existing === undefined ? [] : changeErrors(spec, existing as Definition)),
  ];
}

function nameErrors({ name }: Json, spec: Json, names: Json): readonly FieldError[] {
  const expected = `${textIn(names, 'plural')}.${textIn(spec, 'group')}`;
  return name === expected
    ? []
    : [fieldInvalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

function groupErrors(group: string, metadata: Json): readonly FieldError[] {
  if (group === '') return [fieldRequired('spec.group', '')];
  const problem = subdomainProblem(group, 'characters');
  if (problem !== undefined) return [fieldInvalid('spec.group', group, problem)];
  if (!group.includes('.'))
    return [fieldInvalid('spec.group', group, 'should be a domain with at least one dot')];
  const isProtected = /(^|\.)(k8s|kubernetes)\.io$/.test(group);
  const approval = 'api-approved.kubernetes.io';
  if (!isProtected) return [];
  const at = `metadata.annotations[${approval}]`;
  const given = textIn(objectIn(metadata, 'annotations'), approval);
  const demand = `protected groups must have approval annotation "${approval}"`;
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (given === '') return [fieldRequired(at, `${demand}, ${see}`)];
  if (given.startsWith('unapproved') || /^[a-z][-+.a-z0-9]*:\/\/[^/]/i.test(given)) return [];
  const why = `${demand} with either a URL or a reason starting with "unapproved", ${see}`;
  return [fieldInvalid(at, given, why)];
}

function scopeErrors(scope: string): readonly FieldError[] {
  if (scope === '') return [fieldRequired('spec.scope', '')];
  const scopes = ['Cluster', 'Namespaced'];
  return scopes.includes(scope) ? [] : [fieldNotSupported('spec.scope', scope, scopes)];
}

/** Checks that exactly one version is the storage version, and that the names of the versions are unique. */
function storageErrors(spec: Json): readonly FieldError[] {
  const versions = objectsIn(spec, 'versions');
  const names = versions.map((version) => textIn(version, 'name'));
  const stored = versions.filter(({ storage }) => storage === true);
  const given = spec['versions'] === undefined ? null : versions.map(inGo);
  return [
    ...(new Set(names).size < names.length
      ? [fieldInvalid('spec.versions', given, 'must contain unique version names')]
      : []),
    ...(stored.length === 1
      ? []
      : [fieldInvalid('spec.versions', given, 'must have exactly one version marked as storage version')]),
  ];
}

/** Returns a version with the member names of Go, because the error message prints the Go value. */
function inGo({ name, served, storage, deprecated, deprecationWarning }: Json): Json {
  return {
    Name: name ?? '',
    Served: served ?? false,
    Storage: storage ?? false,
    Deprecated: deprecated ?? false,
    DeprecationWarning: deprecationWarning ?? null,
    Schema: null,
    Subresources: null,
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  };
}

function otherErrors(spec: Json): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (spec['preserveUnknownFields'] === true) {
    const why =
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
    errors.push(fieldInvalid('spec.preserveUnknownFields', true, why));
  }
  return [...errors, ...conversionErrors(objectIn(spec, 'conversion'))];
}

/**
 * Checks that the spec contains each version in `status.storedVersions`, and that `status.storedVersions` contains the
 * storage version.
 */
function storedVersionErrors(spec: Json, status: Json): readonly FieldError[] {
  const versions = objectsIn(spec, 'versions');
  const names = versions.map((version) => textIn(version, 'name'));
  const { storedVersions } = status;
  const stored = Array.isArray(storedVersions) ? storedVersions.map(String) : [];
  if (stored.length === 0) {
    return [
      fieldInvalid('status.storedVersions', storedVersions ?? null, 'must have at least one stored version'),
    ];
  }
  const missing = stored.flatMap((name, at) => {
    if (names.includes(name)) return [];
    const why =
      `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a ` +
      `storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    return [fieldInvalid(`status.storedVersions[${at}]`, name, why)];
  });
  const unnoted = versions
    .filter((version) => version['storage'] === true && !stored.includes(textIn(version, 'name')))
    .map((version) =>
      fieldInvalid(
        'status.storedVersions',
        stored,
        `must have the storage version ${textIn(version, 'name')}`,
      ),
    );
  return [...missing, ...unnoted];
}

/**
 * Checks that no immutable field changes. The group and the plural are immutable. The scope and the kind become
 * immutable when the CRD is established.
 */
function changeErrors(spec: Json, existing: Definition): readonly FieldError[] {
  const before = existing.spec;
  const immutable = (field: string, value: unknown, old: unknown): readonly FieldError[] =>
    isSame(value, old) ? [] : [fieldInvalid(field, value, 'field is immutable')];
  const names = objectIn(spec, 'names');
  return [
    ...(isTrue(existing, 'Established')
      ? [
          ...immutable('spec.scope', spec['scope'], before.scope),
          ...immutable('spec.names.kind', names['kind'], before.names.kind),
        ]
      : []),
    ...immutable('spec.group', spec['group'], before.group),
    ...immutable('spec.names.plural', names['plural'], before.names.plural),
  ];
}
