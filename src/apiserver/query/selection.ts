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

/** The part of a collection that a request selects. If only one object can match, `key` is the key of that object. */
export interface Selection extends Part {
  /**
   * Whether the request has selectors. If it has selectors, a page does not contain the number of remaining objects.
   */
  readonly filters: boolean;
  /** Whether the selection reads fields of objects that must be converted from the stored version. */
  readonly converts: boolean;
  /** Whether the matcher may have to check thousands of labels of an object, because the selection has many terms. */
  readonly hasManyTerms: boolean;
  /**
   * The selected shards. A request with shards but without selectors still gets the number of remaining objects, which
   * includes the objects of all shards.
   */
  readonly shards?: ShardRanges;
  matches(object: StoredObject): boolean;
}

/**
 * Creates the selection from the selectors of a request.
 *
 * @param namespace - `''` for all namespaces
 * @throws Refusal 400 for too many terms, for a syntax error and for fields that the resource does not offer
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
 * Returns the first requirement that sets a field to one value. Ignores the fields that all kinds have. The caller does
 * not use this function for custom resources, because each write would convert the object to each watched version.
 */
function fieldTrait({ version }: Resource, terms: readonly FieldTerm[]): Trait | undefined {
  const term = terms.find(({ operator, field }) => operator === '=' && own(ofAll, field) === undefined);
  if (term === undefined) return undefined;
  const { field, value, valueOf } = term;
  // The name contains the version, because each version of a kind has its own function that reads the field.
  return { name: `field:${version}/${field}`, value, read: (object) => fieldText(valueOf(object)) };
}

/** Returns the first requirement that sets a label to one value. */
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
 * Returns the message for a field that the resource does not offer. The message is different for a namespaced built-in
 * kind that has no selectable fields of its own.
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
