import { JsonPathError, type Operator, operators, type Path, type Slice, type Step } from './path.ts';

/**
 * Parses a JSONPath in the syntax of Kubernetes, such as `.spec.replicas` or
 * `.status.conditions[?(@.type=="Ready")].status`.
 *
 * @throws JsonPathError
 */
export function parsePath(text: string): Path {
  const steps: Step[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const matched = readers.find(({ pattern }) => pattern.test(rest));
    const match = matched?.pattern.exec(rest);
    if (matched === undefined || match === null || match === undefined)
      throw new JsonPathError(`unrecognized character in action: ${rest.charAt(0)}`);
    steps.push(...matched.read(match[1] ?? '', match[0]));
    at += match[0].length;
  }
  return steps;
}

interface Reader {
  readonly pattern: RegExp;
  /**
   * Returns the path elements for a match of `pattern`. The argument `all` is the text of the whole match, and `inner`
   * is the text of the first group.
   */
  readonly read: (inner: string, all: string) => readonly Step[];
}

/**
 * The parsers of the elements of a JSONPath, in the order in which they are tried. A filter, such as
 * `[?(@.type=="Ready")]`, ends at the first `)]` outside quotes.
 */
const readers: readonly Reader[] = [
  { pattern: /^[ @$]+/, read: () => [] },
  {
    pattern: /^\[\?\(((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^"')])*)\)\]/,
    read: (inner) => [filterOf(inner)],
  },
  {
    pattern: /^\.\.([\p{L}\p{N}_](?:\\.|[^\s.,[\]$@{}\\])*)/u,
    read: (name) => [{ step: 'recursive' }, fieldOf(name)],
  },
  { pattern: /^\.\./, read: () => [{ step: 'recursive' }] },
  { pattern: /^\[([^\]\n]*)\]/, read: (inner) => arrayOf(inner) },
  { pattern: /^("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/, read: (quoted) => [literal(unquoted(quoted))] },
  { pattern: /^\.((?:\\.|[^\s.,[\]$@{}\\])*)/, read: (name) => [fieldOf(name)] },
  { pattern: /^([+-]?\d[\d.]*)/, read: (digits) => [literal(Number(digits))] },
  { pattern: /^(true|false)\b/, read: (word) => [literal(word === 'true')] },
];

const literal = (value: string | number | boolean): Step => ({ step: 'literal', value });

function fieldOf(name: string): Step {
  return name === '*' ? { step: 'wildcard' } : { step: 'field', name: name.replaceAll('\\', '') };
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

function arrayOf(inner: string): readonly Step[] {
  const parts = inner.split(',');
  if (parts.length > 1) return [{ step: 'union', paths: parts.map((part) => parsePath(`[${part.trim()}]`)) }];
  const key = /^'([^']*)'$/.exec(inner)?.[1];
  return key === undefined ? [{ step: 'slice', slice: sliceOf(inner) }] : parsePath(`.${key}`);
}

function sliceOf(inner: string): Slice {
  const match = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(inner === '*' ? ':' : inner);
  if (match === null) throw new JsonPathError(`invalid array index ${inner}`);
  const [, first = '', end, by = ''] = match;
  const from = Number(first);
  const step = by.slice(1) === '' ? 1 : Number(by.slice(1));
  if (end === undefined) return { from, to: from + 1, by: step, single: true };
  return { from, ...(end === ':' ? {} : { to: Number(end.slice(1)) }), by: step, single: false };
}

function filterOf(inner: string): Step {
  const [start = '', left, operator] = /^([^!<>=]+)([!<>=]+)(?=[^])/.exec(inner) ?? [];
  const right = inner.slice(start.length);
  if (left === undefined || operator === undefined || right.includes('\n'))
    return { step: 'filter', left: parsePath(inner), operator: 'exists', right: [] };
  if (!isOperator(operator)) throw new JsonPathError(`unrecognized filter operator ${operator}`);
  return { step: 'filter', left: parsePath(left), operator, right: parsePath(right) };
}

const isOperator = (text: string): text is Operator => operators.some((operator) => operator === text);
