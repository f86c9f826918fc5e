import {
  type FieldRequirement,
  fieldSelector,
  type RequirementSelector,
  requirementSelector,
} from '../../objects/index.ts';
import { own, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { badRequest } from '../status/refusals.ts';
import { quoted, shownText } from '../status/shown-value.ts';
import type { Part, Trait } from '../storage/followers.ts';
import type { ListQuery } from './list-query.ts';
import { checkSelectorSize } from './check-selector-size.ts';
import { fieldMatcher, type FieldTerm, fieldText } from './field-matcher.ts';
import { maxTermsOneByOne, labelMatcher } from './label-matcher.ts';
import { type ShardRanges, shardRanges } from './shard-ranges.ts';

/**
 * The objects of a collection that a list or a watch selects. If the request can select only one object, `key` is the
 * storage key of the object.
 */
export interface Selection extends Part {
  /** Whether the request has a label selector or a field selector. If true, a page contains no `remainingItemCount`. */
  readonly filters: boolean;
  /** Whether a field selector reads fields that must be converted from the stored version to the requested version. */
  readonly converts: boolean;
  /**
   * Whether the label selector has so many requirements that a check may take long for an object with thousands of
   * labels.
   */
  readonly hasManyTerms: boolean;
  /**
   * The shards in the `shardSelector` of the request (KEP-5866). A request with a `shardSelector` and no other selector
   * gets a `remainingItemCount`, which includes the objects of all shards.
   */
  readonly shards?: ShardRanges;
  matches(object: StoredObject): boolean;
}

/**
 * Parses the selectors of a request.
 *
 * @param namespace - `''` for all namespaces
 * @throws Refusal 400 for too many terms, for a syntax error and for fields that the resource does not support
 * (P98–P100), 500 for an invalid `shardSelector`
 */
export function selectionOf(
  resource: Resource,
  namespace: string,
  { labelSelector: labels = '', fieldSelector: fields = '', shardSelector = '' }: Partial<ListQuery>,
): Selection {
  const prefix = namespace === '' ? '' : `${namespace}/`;
  for (const text of [labels, fields]) checkSelectorSize(text);
  const byLabel = labelsOf(labels);
  const matchesLabels = labelMatcher(byLabel?.requirements ?? []);
  const terms = termsOf(resource, fields);
  const matchesFields = fieldMatcher(terms);
  const shards = shardSelector === '' ? undefined : shardRanges(shardSelector);
  const name = terms.find((term) => term.field === 'metadata.name' && term.operator === '=')?.value;
  const trait = (resource.builtIn ? fieldTrait(resource, terms) : undefined) ?? labelTrait(byLabel);
  return {
    ...(trait === undefined ? {} : { trait }),
    prefix,
    key: name !== undefined && (namespace !== '' || !resource.namespaced) ? prefix + name : undefined,
    ...(shards === undefined ? {} : { shards }),
    filters: labels !== '' || terms.length > 0,
    hasManyTerms: (byLabel?.requirements ?? []).length > maxTermsOneByOne,
    converts: !resource.builtIn && terms.some(({ field }) => own(ofAll, field) === undefined),
    matches: (object) =>
      matchesLabels(object.metadata.labels) &&
      matchesFields(object) &&
      (shards === undefined || shards.matches(object)),
  };
}

/**
 * Searches the requirements of a field selector, and returns the first requirement that allows only one value of a
 * field. Skips requirements for `metadata.name` and `metadata.namespace`. At each write, the storage reads this field
 * of the object to find the watches that get the event. The caller does not use this function for custom resources,
 * because the storage would have to convert the object to each watched version to read the field.
 */
function fieldTrait({ version }: Resource, terms: readonly FieldTerm[]): Trait | undefined {
  const term = terms.find(({ operator, field }) => operator === '=' && own(ofAll, field) === undefined);
  if (term === undefined) return undefined;
  const { field, value, valueOf } = term;
  // The name of a condition contains the API version, because each version reads the field with a different function.
  // Conditions with the same name must have the same function.
  return { name: `field:${version}/${field}`, value, read: (object) => fieldText(valueOf(object)) };
}

/** Searches the requirements of a label selector, and returns the first requirement that allows only one value. */
function labelTrait(selector: RequirementSelector | undefined): Trait | undefined {
  for (const { key, operator, values } of selector?.requirements ?? []) {
    const [value] = values;
    if (value === undefined || values.length > 1 || !equalities.has(operator)) continue;
    return {
      name: `label:${key}`,
      value,
      read: ({ metadata }) => metadata.labels && own(metadata.labels, key),
    };
  }
  return undefined;
}

const equalities: ReadonlySet<string> = new Set(['=', '==', 'in']);

const ofAll: Readonly<Record<string, (object: StoredObject) => unknown>> = {
  'metadata.name': ({ metadata }) => metadata.name,
  'metadata.namespace': ({ metadata }) => metadata.namespace,
};

function labelsOf(text: string): RequirementSelector | undefined {
  if (text === '') return undefined;
  try {
    return requirementSelector(text);
  } catch (error) {
    throw badRequest(`unable to parse requirement: ${firstLine(error)}`);
  }
}

function termsOf(resource: Resource, text: string): FieldTerm[] {
  if (text === '') return [];
  return requirementsOf(text).map((requirement) => {
    const field = own(resource.fieldAliases, requirement.field) ?? requirement.field;
    const common = resource.namespaced || field !== 'metadata.namespace' ? own(ofAll, field) : undefined;
    const ofKind = own(resource.fields, field);
    if (common !== undefined) return { ...requirement, field, valueOf: common };
    if (ofKind === undefined) throw badRequest(unknownField(resource, field));
    return { ...requirement, field, valueOf: (object) => ofKind(resource.read(object)) };
  });
}

function requirementsOf(text: string): readonly FieldRequirement[] {
  try {
    return fieldSelector(text).requirements;
  } catch (error) {
    throw badRequest(`invalid selector: '${shownText(text)}'; ${firstLine(error)}`);
  }
}

/**
 * Returns the error message for a field that the resource does not support in field selectors. For a namespaced
 * built-in kind without selectable fields of its own, the kube-apiserver uses a different message.
 */
function unknownField({ builtIn, namespaced, selectableFields }: Resource, field: string): string {
  return builtIn && namespaced && selectableFields.length === 0
    ? `${quoted(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
    : `field label not supported: ${shownText(field)}`;
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .split('\n', 1)
    .join();
