import { isRecord } from '../../objects/index.ts';
import { createReadLimits, type ReadLimits } from './read-limits.ts';
import { cleanMetadata } from './secret-metadata.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Removes the data of Secrets at any depth, even in list items without a kind. The function keeps the type
 * and the metadata of a Secret. From the metadata it removes the values of annotations, the lists of managed
 * fields, and labels that repeat data of the Secret.
 * In a text that is JSON, such as the annotation of `kubectl apply`, the function also removes the data of
 * Secrets. A text that contains a Secret in another form becomes empty, for example as YAML. A text that can
 * contain a Secret and is too long to be parsed becomes empty too.
 *
 * A value without a Secret is returned unchanged, and not copied.
 *
 * @param value - a result of `valueJson`
 * @param confidential - whether every object counts as a Secret
 */
export const withoutSecrets = (value: unknown, confidential: boolean): unknown =>
  clean(value, { confidential, allowance: createReadLimits(), isWithin: false });

/**
 * Matches every text that contains a Secret: the kind of a Secret, or the members of a Secret without a kind.
 * The pattern also matches the escaped form of a text. Each alternative begins with a fixed character,
 * because a pattern that begins with a repeated backslash takes quadratic time. Before the colon, the pattern
 * repeats a class of characters. A repeated group of alternatives, such as `(?:a|b)*`, would overflow V8's
 * stack after some millions of characters.
 */
const mayContainSecret = /Secret(?!s)|"(data|stringData)\\*"[\s\\nrt]*:|\\(?:u00|x)/;

/** The facts about a value that decide how Secrets are removed from the value. */
interface CleanContext {
  /** Whether every object counts as a Secret. */
  readonly confidential: boolean;
  readonly allowance: ReadLimits;
  /**
   * Whether the value is a part of a Kubernetes object. The parts of one object share the limits of that
   * object.
   */
  readonly isWithin: boolean;
}

function clean(value: unknown, context: CleanContext): unknown {
  if (typeof value === 'string') return cleanText(value, context);
  if (Array.isArray(value)) return cleanItems(value, context);
  if (!isRecord(value)) return value;
  if (value['kind'] === 'SecretList') return cleanMembers(value, { ...context, confidential: true });
  const { metadata, items } = value;
  const hasMetadata = isRecord(metadata);
  const isList = Array.isArray(items) && (!hasMetadata || metadata['name'] === undefined);
  const within =
    hasMetadata && !isList && !context.isWithin
      ? { ...context, allowance: createReadLimits(), isWithin: true }
      : context;
  if (isSecret(value) || (context.confidential && hasMetadata && !isList)) return cleanSecret(value, within);
  return cleanMembers(value, within);
}

function cleanItems(items: readonly unknown[], context: CleanContext): readonly unknown[] {
  const cleaned = items.map((item) => clean(item, context));
  return cleaned.every((item, nth) => item === items[nth]) ? items : cleaned;
}

function cleanMembers(record: Json, context: CleanContext): Json {
  const all = Object.entries(record);
  const kept = context.confidential ? all.filter(([name]) => !dataMembers.includes(name)) : all;
  const cleaned = kept.map(([name, value]): [string, unknown] => [name, clean(value, context)]);
  const isSame = kept.length === all.length && cleaned.every(([, value], nth) => value === kept[nth]?.[1]);
  return isSame ? record : Object.fromEntries(cleaned);
}

/**
 * Returns whether an object is a Secret. A Secret in a list has no kind. So an object without a kind counts
 * as a Secret if the object has `type` together with data.
 */
function isSecret({ kind, type, metadata, data, stringData }: Json): boolean {
  if (kind !== undefined) return kind === 'Secret';
  return isRecord(metadata) && typeof type === 'string' && (isRecord(data) || isRecord(stringData));
}

function cleanSecret(secret: Json, { allowance }: CleanContext): Json {
  return Object.fromEntries(
    Object.entries(secret).flatMap(([name, value]) => {
      if (name === 'metadata') return [[name, cleanMetadata(value, secret, allowance)]];
      return keptMembers.includes(name) && typeof value !== 'object' ? [[name, value]] : [];
    }),
  );
}

/**
 * Removes the data of Secrets from a text that is JSON. A text that looks like JSON with a Secret but cannot
 * be parsed becomes empty. A text that contains a Secret in another form becomes empty too.
 */
function cleanText(text: string, context: CleanContext): string {
  if (!context.confidential && !mayContainSecret.test(text)) return text;
  if (!looksLikeJson(text)) return containsSecret(text, context) ? '' : text;
  if (!context.allowance.spendJson(text)) return '';
  const parsed = parsedText(text);
  if (parsed === undefined) return '';
  const cleaned = clean(parsed, context);
  return cleaned === parsed ? text : JSON.stringify(cleaned); // return the original text, so that its white space stays
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/**
 * Returns whether a text contains a Secret in YAML, or in JSON after other words. Both forms contain the kind
 * `Secret`, quoted or not, and a member with data.
 */
function containsSecret(text: string, { allowance }: CleanContext): boolean {
  if (/\\(?:u00|x)/.test(text) && !allowance.covers(text)) return true;
  const plain = unescaped(text);
  const isOne = plainKind.test(plain) || markedKind.test(plain);
  return isOne && /\b(data|stringData)["'\\\s]*:/.test(plain);
}

const plainKind = /\bkind\W+(!!str\W+)?Secret(List)?\b/;
/** Matches the kind `Secret` after an anchor or a tag of YAML. */
const markedKind = /\bkind["'\\]{0,8}\s{0,20}:\s{0,20}[!&][^\n]{0,40}?\bSecret(List)?\b/;

const unescaped = (text: string): string =>
  text.replace(/\\(?:u00|x)([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const dataMembers: readonly string[] = ['data', 'stringData'];
/** The members of a Secret that contain no data of the Secret. */
const keptMembers: readonly string[] = ['apiVersion', 'kind', 'type', 'immutable'];
