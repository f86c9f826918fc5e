import { isRecord } from '../../../objects/index.ts';
import type { Json } from '../../json.ts';
import { type FieldNode, type FieldSet, union } from './field-set.ts';
import { parseElement, type PathElement, sortedElements } from './path-element.ts';

/** Returns a set of fields as `FieldsV1`, in the order of kube-apiserver. */
export function fieldsV1Of(set: FieldSet): Json {
  const known = written.get(set);
  if (known !== undefined) return known;
  const fields = Object.freeze(jsonOf(set));
  written.set(set, fields);
  read.set(fields, set);
  return fields;
}

function jsonOf(set: FieldSet): Json {
  return Object.fromEntries(
    sortedElements(set.keys()).map((element) => [element, nodeJson(set.get(element))]),
  );
}

function nodeJson(node: FieldNode | undefined): Json {
  if (node === undefined || node.children.size === 0) return {};
  return { ...(node.member ? { '.': {} } : {}), ...jsonOf(node.children) };
}

/**
 * Parses `FieldsV1`. Stored fields are frozen and never change, so the function parses each stored object once.
 *
 * @throws Error for fields that are invalid or too long
 */
export function setOfFieldsV1(fields: Json, budget: StepBudget = new StepBudget()): FieldSet {
  const known = read.get(fields);
  if (known !== undefined) return known;
  const set = nodeOf(fields, budget).children;
  if (Object.isFrozen(fields)) {
    read.set(fields, set);
    written.set(set, fields);
  }
  return set;
}

/**
 * Limits the total length of the path elements of list items in one object. A path element of a list item contains a
 * key, a value or an index. The limit is necessary because the server parses, writes and sorts the path elements of
 * list items.
 */
export class StepBudget {
  #left = maxCharacters;

  /**
   * Counts the length of a path element.
   *
   * @throws Error if the path elements of the object are too long together
   */
  spend(step: string): void {
    if (step.startsWith('f:')) return;
    this.#left -= step.length;
    if (this.#left < 0)
      throw new Error(`the keys of managed fields have more than ${maxCharacters} characters`);
  }
}

const maxCharacters = 1_048_576;

function nodeOf(fields: unknown, budget: StepBudget): FieldNode {
  if (!isRecord(fields)) throw new Error('fields must be an object');
  const children = new Map<PathElement, FieldNode>();
  let member = false;
  for (const [name, below] of Object.entries(fields)) {
    if (name === '.') {
      member = true;
      continue;
    }
    budget.spend(name);
    const element = parseElement(name);
    if (element === undefined) continue;
    const node = nodeOf(below, budget);
    const other = children.get(element);
    const merged = other && {
      member: other.member || node.member,
      children: union(other.children, node.children),
    };
    children.set(element, merged ?? node);
  }
  return { member: member || children.size === 0, children };
}

const read = new WeakMap<Json, FieldSet>();
const written = new WeakMap<FieldSet, Json>();
