import { isRecord } from '../../objects/index.ts';
import { createReadingAllowance, type ReadingAllowance } from './reading-allowance.ts';
import { cleanMetadata } from './secret-metadata.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Removes the data of Secrets at any depth, also in list items without a kind. Of a Secret it keeps the type and the
 * metadata, except the values of annotations, the lists of managed fields, and labels that repeat data of the Secret.
 * It also cleans a text that is JSON, such as the annotation of `kubectl apply`. It empties a text that contains a
 * Secret as YAML or among other words. It also empties a text that can contain a Secret and is too long to be parsed.
 *
 * Values without a Secret are not copied: the same object is returned.
 *
 * @param value - a result of `valueJson`
 * @param confidential - whether every object counts as a Secret
 */
export const withoutSecrets = (value: unknown, confidential: boolean): unknown =>
  clean(value, { confidential, allowance: createReadingAllowance(), isWithin: false });

/**
 * Matches every text that contains a Secret: the kind of a Secret, or the members of a Secret without a kind, also in
 * escaped form. Each alternative begins with a fixed character, because a repeated backslash at the beginning takes
 * quadratic time. One class of characters stands before the colon, because a repeated alternative overflows V8's stack
 * after some millions.
 */
const hint = /Secret(?!s)|"(data|stringData)\\*"[\s\\nrt]*:|\\(?:u00|x)/;

/** The context of a value in the recording. */
interface Surroundings {
  /** Every object counts as a Secret. */
  readonly confidential: boolean;
  readonly allowance: ReadingAllowance;
  /** Whether the value is within an object. Then the limits of that object apply. */
  readonly isWithin: boolean;
}

function clean(value: unknown, around: Surroundings): unknown {
  if (typeof value === 'string') return cleanText(value, around);
  if (Array.isArray(value)) return cleanItems(value, around);
  if (!isRecord(value)) return value;
  if (value['kind'] === 'SecretList') return cleanMembers(value, { ...around, confidential: true });
  const { metadata, items } = value;
  const hasMetadata = isRecord(metadata);
  const isList = Array.isArray(items) && (!hasMetadata || metadata['name'] === undefined);
  const within =
    hasMetadata && !isList && !around.isWithin
      ? { ...around, allowance: createReadingAllowance(), isWithin: true }
      : around;
  if (isSecret(value) || (around.confidential && hasMetadata && !isList)) return cleanSecret(value, within);
  return cleanMembers(value, within);
}

function cleanItems(items: readonly unknown[], around: Surroundings): readonly unknown[] {
  const cleaned = items.map((item) => clean(item, around));
  return cleaned.every((item, nth) => item === items[nth]) ? items : cleaned;
}

function cleanMembers(record: Json, around: Surroundings): Json {
  const all = Object.entries(record);
  const kept = around.confidential ? all.filter(([name]) => !dataMembers.includes(name)) : all;
  const cleaned = kept.map(([name, value]): [string, unknown] => [name, clean(value, around)]);
  const isSame = kept.length === all.length && cleaned.every(([, value], nth) => value === kept[nth]?.[1]);
  return isSame ? record : Object.fromEntries(cleaned);
}

/** List items have no kind. A Secret without a kind is recognised by `type` together with data. */
function isSecret({ kind, type, metadata, data, stringData }: Json): boolean {
  if (kind !== undefined) return kind === 'Secret';
  return isRecord(metadata) && typeof type === 'string' && (isRecord(data) || isRecord(stringData));
}

function cleanSecret(secret: Json, { allowance }: Surroundings): Json {
  return Object.fromEntries(
    Object.entries(secret).flatMap(([name, value]) => {
      if (name === 'metadata') return [[name, cleanMetadata(value, secret, allowance)]];
      return keptMembers.includes(name) && typeof value !== 'object' ? [[name, value]] : [];
    }),
  );
}

/**
 * Cleans a text that is JSON. Empties a text that looks like JSON with a Secret and cannot be parsed. Empties a text
 * that contains a Secret in another form.
 */
function cleanText(text: string, around: Surroundings): string {
  if (!around.confidential && !hint.test(text)) return text;
  if (!looksLikeJson(text)) return containsSecret(text, around) ? '' : text;
  if (!around.allowance.coversJson(text)) return '';
  const parsed = parsedText(text);
  if (parsed === undefined) return '';
  const cleaned = clean(parsed, around);
  return cleaned === parsed ? text : JSON.stringify(cleaned); // an unchanged text keeps its white space
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** Recognises a Secret in YAML, or in JSON after other words, by its kind, quoted or not, and a member with data. */
function containsSecret(text: string, { allowance }: Surroundings): boolean {
  if (/\\(?:u00|x)/.test(text) && !allowance.covers(text)) return true;
  const plain = unescaped(text);
  const isOne = plainKind.test(plain) || markedKind.test(plain);
  return isOne && /\b(data|stringData)["'\\\s]*:/.test(plain);
}

const plainKind = /\bkind\W+(!!str\W+)?Secret(List)?\b/;
/** Matches the kind after an anchor or a tag of YAML. */
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
