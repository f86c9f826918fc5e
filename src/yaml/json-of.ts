import type { Alias, Document, Node, Pair, Scalar } from 'yaml';
import { yaml } from './library.ts';

/** The limits of a YAML document, and the end of its text. */
interface JsonLimits {
  readonly duplicateKeys: boolean;
  /** The maximum number of levels of nested collections. The levels in the value of an alias count, too. */
  readonly deepest: number;
  /** The length of the text if its last line has content and no line break. */
  readonly openEnd?: number | undefined;
}

/** Returns the error text for a document that has too many levels. */
export const tooDeep = (levels: number): string => `it is nested deeper than ${levels} levels`;

/**
 * Returns the JSON value of a document. Each alias becomes a separate copy of its value, so that a change of one copy
 * does not change another copy.
 *
 * @param fail - throws an error; gets an offset and a description of the problem. If there are too many levels or
 * aliases, `fail` also gets a description of the limit
 */
export function jsonOf(
  { contents }: Document,
  { duplicateKeys, deepest, openEnd }: JsonLimits,
  fail: (offset: number, problem: string, excess?: string) => never,
): unknown {
  const { isAlias, isCollection, isMap, isNode, isPair, isScalar, isSeq } = yaml();
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const open = new Set<unknown>();
  let aliasDepth = 0; // how many aliases and merges enclose the current value
  let copied = 0; // the number of values that aliases and merges have added so far
  let copiedText = 0; // the number of characters of texts and keys that aliases and merges have added so far
  let depth = 0;

  const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

  const hasAnchor = (node: unknown): node is Node & { readonly anchor: string } =>
    isNode(node) && typeof (node as { anchor?: unknown }).anchor === 'string';

  function failForCopies(node: unknown, most: string): never {
    const excess = `its aliases and merges stand for more than ${most}`;
    return fail(offsetOf(node), excess, excess);
  }

  function valueOf(node: unknown): unknown {
    if (aliasDepth > 0 && ++copied > maxCopied) failForCopies(node, `${maxCopied} values`);
    if (isAlias(node)) return aliased(node);
    if (isPair(node)) return Object.fromEntries(entriesOf([node]));
    if (aliasDepth === 0 && hasAnchor(node)) anchors.set(node.anchor, node);
    if (isScalar(node)) return scalar(node);
    if (!isCollection(node)) return null;
    if (++depth > deepest) fail(offsetOf(node), 'exceeded max depth', tooDeep(deepest));
    open.add(node);
    const items: readonly unknown[] = node.items;
    const value = isMap(node) ? Object.fromEntries(entriesOf(node.items)) : items.map(valueOf);
    open.delete(node);
    depth--;
    return value;
  }

  function scalar(node: Scalar): unknown {
    const value = plain(hasOpenEnd(node) ? String(node.value).replace(/\n$/, '') : node.value);
    if (aliasDepth > 0 && typeof value === 'string') {
      copiedText += value.length;
      if (copiedText > maxCopiedText) failForCopies(node, `${maxCopiedText} characters`);
    }
    return value;
  }

  /** The YAML library always ends a block scalar with a line break. YAML keeps the final line break only if the text has one. */
  const hasOpenEnd = ({ type, range }: Scalar): boolean =>
    (type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED') && range?.[1] === openEnd;

  function aliased(alias: Alias): unknown {
    const target = targetOf(alias);
    aliasDepth++;
    const value = valueOf(target);
    aliasDepth--;
    return value;
  }

  /** Returns the node that an alias names: the last node before the alias with the same anchor. */
  function targetOf(alias: Alias): Node {
    const known = targets.get(alias) ?? anchors.get(alias.source);
    if (known === undefined)
      return fail(offsetOf(alias), `the alias *${alias.source} has no anchor before it`);
    if (open.has(known)) fail(offsetOf(alias), `the anchor &${alias.source} contains itself`);
    targets.set(alias, known);
    return known;
  }

  function entriesOf(pairs: readonly Pair[]): ReadonlyMap<string, unknown> {
    const entries = new Map<string, unknown>();
    const written = new Set<string>();
    for (const { key, value } of pairs) {
      if (isMerge(key)) {
        merge(entries, value);
        continue;
      }
      const name = nameOf(key);
      if (!duplicateKeys && written.has(name)) fail(offsetOf(key), 'Map keys must be unique');
      written.add(name);
      entries.set(name, valueOf(value));
    }
    return entries;
  }

  function nameOf(key: unknown): string {
    const name = valueOf(key);
    if (typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean')
      return String(name);
    return name === null || name === undefined ? '' : fail(offsetOf(key), 'a key of a map must be a scalar');
  }

  /**
   * Returns whether a key is the merge key `<<`. With YAML 1.1, the YAML library reads this key as a symbol.
   * A merge does not replace existing keys of the map.
   */
  const isMerge = (key: unknown): key is Scalar => isScalar(key) && typeof key.value === 'symbol';

  function merge(entries: Map<string, unknown>, value: unknown): void {
    const named = isAlias(value) ? targetOf(value) : value;
    for (const source of isSeq(named) ? (named.items as readonly unknown[]) : [named]) {
      const target = isAlias(source) ? targetOf(source) : source;
      if (!isMap(target)) fail(offsetOf(source), 'a merge must name maps');
      aliasDepth++;
      const merged = valueOf(target) as Readonly<Record<string, unknown>>;
      aliasDepth--;
      for (const [name, member] of Object.entries(merged)) {
        // Members of a merge count only if the merge is inside another merge or an alias, because the members
        // are then copied for each enclosing map.
        if (aliasDepth > 0 && ++copied > maxCopied) failForCopies(source, `${maxCopied} values`);
        if (!entries.has(name)) entries.set(name, member);
      }
    }
  }

  return valueOf(contents);
}

/**
 * The maximum number of copied values. Aliases of aliases, and merges within merges, can represent any number
 * of values.
 */
const maxCopied = 100_000;

/**
 * The maximum number of copied characters, which is the same as the size limit of a request body. Eight
 * copies of a text of this size are parsed within half a second.
 */
const maxCopiedText = 3 * 1_048_576;

/**
 * Converts a value of YAML to a value of JSON. A time becomes a text, because JSON has no type for a time.
 */
const plain = (value: unknown): unknown =>
  value instanceof Date ? value.toJSON() : typeof value === 'symbol' ? '<<' : value;
