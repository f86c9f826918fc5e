import { isRecord } from '../../objects/index.ts';
import { asSent, isSame } from '../json.ts';
import { Refusal } from '../status/refusal.ts';
import { badRequest } from '../status/refusals.ts';

/**
 * What an RFC 6902 patch makes of a JSON value; the value itself stays.
 *
 * @throws Refusal 400 for what is no patch, 422 for one that does not fit or whose `test` fails (P81)
 */
export function applyJsonPatch(target: unknown, operations: unknown): unknown {
  if (!Array.isArray(operations)) throw badRequest('error decoding patch: it must be a list of operations');
  if (operations.length > mostOperations) throw tooMany(operations.length);
  return operations.reduce<unknown>(applyOperation, asSent(target));
}

const mostOperations = 10_000;

/** `root` is a copy that nobody else holds: it is changed in place. */
function applyOperation(root: unknown, operation: unknown): unknown {
  if (!isRecord(operation)) throw badRequest('error decoding patch: an operation must be an object');
  const { op, path, from, value } = operation;
  const to = pointer(path);
  if (value === undefined && needsValue.has(op)) throw unfit();
  switch (op) {
    case 'add':
      return add(root, to, asSent(value));
    case 'replace':
      read(root, to);
      return to.length === 0 ? asSent(value) : replace(root, to, asSent(value));
    case 'remove':
      return remove(root, to);
    case 'move': {
      const moved = read(root, pointer(from));
      return add(remove(root, pointer(from)), to, moved);
    }
    case 'copy':
      return add(root, to, asSent(read(root, pointer(from))));
    case 'test':
      if (!isSame(read(root, to), value)) throw unfit();
      return root;
    default:
      throw unfit();
  }
}

const needsValue = new Set<unknown>(['add', 'replace', 'test']);

type Pointer = readonly string[];

/** RFC 6901. */
function pointer(path: unknown): Pointer {
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) throw unfit();
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function read(root: unknown, path: Pointer): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[index(part, value.length - 1)] as unknown;
    if (!isRecord(value) || !Object.hasOwn(value, part)) throw unfit();
    return value[part];
  }, root);
}

function add(root: unknown, path: Pointer, value: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) return value;
  const parent = read(root, path.slice(0, -1));
  if (Array.isArray(parent))
    parent.splice(last === '-' ? parent.length : index(last, parent.length), 0, value);
  else set(parent, last, value);
  return root;
}

function replace(root: unknown, path: Pointer, value: unknown): unknown {
  const parent = read(root, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (Array.isArray(parent)) parent[index(last, parent.length - 1)] = value;
  else set(parent, last, value);
  return root;
}

function remove(root: unknown, path: Pointer): unknown {
  read(root, path);
  const parent = read(root, path.slice(0, -1));
  const last = path.at(-1);
  if (last === undefined) throw unfit();
  if (Array.isArray(parent)) parent.splice(index(last, parent.length - 1), 1);
  else Reflect.deleteProperty(parent as object, last);
  return root;
}

/** As an own member, whatever its name: a patch must not reach a prototype. */
function set(parent: unknown, name: string, value: unknown): void {
  if (!isRecord(parent)) throw unfit();
  Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
}

function index(part: string, most: number): number {
  const at = Number(part);
  if (!/^(0|[1-9][0-9]*)$/.test(part) || at > most) throw unfit();
  return at;
}

/** The real server tells no more than this. */
function unfit(): Refusal {
  const message = 'the server rejected our request due to an error in our request';
  return new Refusal({ code: 422, reason: 'Invalid', message, details: {} });
}

function tooMany(count: number): Refusal {
  const message = `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${count}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message, details: {} });
}
