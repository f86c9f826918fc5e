import { isRecord } from '../../objects/index.ts';
import { asSent, isSame, type Json, own } from '../json.ts';
import { oversize } from '../json-size.ts';
import { jsonType } from '../schema/type-problem.ts';
import { Refusal } from '../status/refusal.ts';
import { badRequest, tooDeep } from '../status/refusals.ts';
import type { FieldValidation } from './known-fields.ts';

/**
 * Applies a JSON patch (RFC 6902) to a value, and returns the result. The value itself does not change.
 *
 * The function differs from the RFC in the same points as the library of the kube-apiserver (evanphx/json-patch 4):
 *
 * - `replace` sets an absent member.
 * - A negative index counts from the end of a list.
 * - null and an absent member are equal.
 * - A pointer can have a text before its first slash.
 * - The root can be replaced and tested, but not added, removed, moved or copied.
 *
 * @param fieldValidation - unless the value is `Ignore`, the function decodes all operations before it applies the
 * first operation
 * @throws Refusal 400 for an invalid patch and for a copy that is nested too deep. Refusal 422 if an operation cannot
 * be applied to the value or if a `test` fails (P81).
 */
export function applyJsonPatch(
  target: unknown,
  operations: unknown,
  fieldValidation: FieldValidation = 'Warn',
): unknown {
  if (fieldValidation !== 'Ignore') checkStrictly(operations);
  const patch = decoded(operations);
  if (patch.length > maxOperations) throw tooMany(patch.length);
  const copied = { bytes: 0 };
  return patch.reduce<unknown>((root, operation) => applyOperation(root, operation, copied), asSent(target));
}

const maxOperations = 10_000;

/**
 * The maximum number of bytes that all `copy` operations of one JSON patch may copy. Without a limit, a short patch
 * could create a value of any size.
 */
const maxCopied = 3_145_728;

/**
 * Applies one operation of a JSON patch. The function changes `root` in place, because `root` is already a copy for
 * this patch.
 */
function applyOperation(root: unknown, operation: Json | null, copied: { bytes: number }): unknown {
  if (operation === null) throw unfit();
  const { op, path, from, value = null } = operation;
  const to = pointer(path);
  switch (op) {
    case 'add':
      return add(root, to, asSent(value));
    case 'replace':
      return replace(root, to, asSent(value));
    case 'remove':
      return remove(root, to);
    case 'move': {
      const moved = read(root, pointer(from));
      return add(remove(root, pointer(from)), to, moved);
    }
    case 'copy': {
      const origin = pointer(from);
      if (origin.length === 0) throw unfit();
      const source = read(root, origin);
      // Several `copy` operations can create a value that is nested deeper than a request body may be. For such a
      // value, `JSON.stringify` would overflow the stack.
      if (oversize(source) === 'too deep') throw tooDeep();
      const text = JSON.stringify(source);
      copied.bytes += byteLength(text);
      if (copied.bytes > maxCopied) throw unfit();
      return add(root, to, JSON.parse(text));
    }
    case 'test':
      if (!isSame(read(root, to), value)) throw unfit();
      return root;
    default:
      throw unfit();
  }
}

/**
 * Decodes a patch as the library of the kube-apiserver does. The library reads the members of an operation only when
 * it applies the operation.
 *
 * @throws Refusal 400
 */
function decoded(operations: unknown): readonly (Json | null)[] {
  if (operations === null) return [];
  if (!Array.isArray(operations)) throw badRequest(mismatch(operations, 'value of type jsonpatch.Patch'));
  for (const operation of operations as readonly unknown[])
    if (operation !== null && !isRecord(operation))
      throw badRequest(mismatch(operation, 'value of type jsonpatch.Operation'));
  return operations as readonly (Json | null)[];
}

/**
 * Decodes a patch as the kube-apiserver does before its library does, unless `fieldValidation` is `Ignore`.
 *
 * @throws Refusal 400 for the first value of a wrong type
 */
function checkStrictly(operations: unknown): void {
  const refused = (given: unknown, target: string): Refusal =>
    badRequest(`error decoding patch: ${mismatch(given, target)}`);
  if (operations === null) return;
  if (!Array.isArray(operations)) throw refused(operations, 'value of type []handlers.jsonPatchOp');
  for (const operation of operations as readonly unknown[]) {
    if (operation === null) continue;
    if (!isRecord(operation)) throw refused(operation, 'value of type handlers.jsonPatchOp');
    for (const [name, given] of Object.entries(operation)) {
      if (texts.has(name) && given !== null && typeof given !== 'string')
        throw refused(given, `struct field jsonPatchOp.${name} of type string`);
    }
  }
}

/** The members of an operation that must be strings. */
const texts = new Set(['op', 'path', 'from']);

const mismatch = (given: unknown, target: string): string =>
  `json: cannot unmarshal ${jsonType(given)} into Go ${target}`;

const byteLength = (text: string): number => encoder.encode(text).length;

const encoder = new TextEncoder();

type Pointer = readonly string[];

/**
 * Parses a JSON pointer (RFC 6901). As in the kube-apiserver, the text before the first slash does not count, but a text
 * without a slash is an error.
 */
function pointer(path: unknown): Pointer {
  if (typeof path !== 'string' || (path !== '' && !path.includes('/'))) throw unfit();
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a JSON pointer. Returns null for an absent member of an existing object. */
function read(root: unknown, path: Pointer): unknown {
  const last = path.at(-1);
  return last === undefined ? root : (memberOf(parentOf(root, path), last) ?? null);
}

function parentOf(root: unknown, path: Pointer): unknown {
  return path.slice(0, -1).reduce((value, part) => {
    const next = memberOf(value, part);
    if (!Array.isArray(next) && !isRecord(next)) throw unfit();
    return next;
  }, root);
}

function memberOf(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return parent[index(name, parent.length - 1)];
  if (!isRecord(parent)) throw unfit();
  return own(parent, name);
}

function add(root: unknown, path: Pointer, value: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) throw unfit();
  const parent = parentOf(root, path);
  if (Array.isArray(parent))
    parent.splice(last === '-' ? parent.length : index(last, parent.length), 0, value);
  else set(parent, last, value);
  return root;
}

function replace(root: unknown, path: Pointer, value: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) {
    if (!isRecord(value) && !Array.isArray(value)) throw unfit();
    return value;
  }
  const parent = parentOf(root, path);
  if (Array.isArray(parent)) parent[index(last, parent.length - 1)] = value;
  else set(parent, last, value);
  return root;
}

function remove(root: unknown, path: Pointer): unknown {
  const last = path.at(-1);
  if (last === undefined) throw unfit();
  const parent = parentOf(root, path);
  if (Array.isArray(parent)) parent.splice(index(last, parent.length - 1), 1);
  else if (!isRecord(parent) || !Object.hasOwn(parent, last)) throw unfit();
  else Reflect.deleteProperty(parent, last);
  return root;
}

/**
 * Sets a member of an object. The function uses no assignment, because an assignment to the member `__proto__` would
 * change the prototype.
 */
function set(parent: unknown, name: string, value: unknown): void {
  if (!isRecord(parent)) throw unfit();
  Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Parses a list index in a JSON pointer. `most` is the maximum index. A negative index counts from the end: -1 means
 * the maximum index.
 */
function index(part: string, most: number): number {
  if (!/^[+-]?[0-9]+$/.test(part)) throw unfit();
  const at = Number(part);
  const counted = at < 0 ? at + most + 1 : at;
  if (counted < 0 || counted > most) throw unfit();
  return counted;
}

/**
 * Creates the error for a JSON patch operation that cannot be applied. As in the kube-apiserver, the message contains
 * no details.
 */
function unfit(): Refusal {
  const message = 'the server rejected our request due to an error in our request';
  return new Refusal({ code: 422, reason: 'Invalid', message, details: {} });
}

function tooMany(count: number): Refusal {
  const message = `Request entity too large: The allowed maximum operations in a JSON patch is ${maxOperations}, got ${count}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message });
}
