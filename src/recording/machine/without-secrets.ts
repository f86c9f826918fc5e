import { isRecord } from '../../objects/index.ts';
import { createReadingAllowance, type ReadingAllowance } from './reading-allowance.ts';
import { cleanMetadata } from './secret-metadata.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Plain data without what Secrets hold, however deep they stand, as list items without a kind too. Of a Secret there
 * stay its type and its metadata, of these no value of an annotation, no list of fields, and no label that repeats what
 * it holds. A text that is JSON itself, as `kubectl apply` leaves one in an annotation, is cleaned alike; one in which a
 * Secret stands as YAML, or among other words, is emptied. So is one that may hold a Secret and is too much to be read.
 *
 * What holds no Secret is not copied: it is the same object again.
 *
 * @param value - as `valueJson` makes it: JSON can say it, and says no more than its own members
 * @param confidential - every object is a Secret, whatever it says
 */
export const withoutSecrets = (value: unknown, confidential: boolean): unknown =>
  clean(value, { confidential, allowance: createReadingAllowance(), isWithin: false });

/**
 * What a text in which a Secret stands cannot do without: its kind, or the members that tell one without; escaped, too. Each
 * way begins with a fixed letter: one that begins with any number of backslashes takes quadratic time where there are many. What
 * may stand before a colon is one class of characters: a choice that is repeated overflows the stack of V8 after some millions.
 */
const hint = /Secret(?!s)|"(data|stringData)\\*"[\s\\nrt]*:|\\(?:u00|x)/;

/** What surrounds a value. */
interface Surroundings {
  /** Every object is a Secret. */
  readonly confidential: boolean;
  readonly allowance: ReadingAllowance;
  /** It stands in an object, whose allowance counts. */
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
  const kept = around.confidential ? all.filter(([name]) => !held.includes(name)) : all;
  const cleaned = kept.map(([name, value]): [string, unknown] => [name, clean(value, around)]);
  const isSame = kept.length === all.length && cleaned.every(([, value], nth) => value === kept[nth]?.[1]);
  return isSame ? record : Object.fromEntries(cleaned);
}

/** Items of a list have no kind: then by what only a Secret has together. */
function isSecret({ kind, type, metadata, data, stringData }: Json): boolean {
  if (kind !== undefined) return kind === 'Secret';
  return isRecord(metadata) && typeof type === 'string' && (isRecord(data) || isRecord(stringData));
}

function cleanSecret(secret: Json, { allowance }: Surroundings): Json {
  return Object.fromEntries(
    Object.entries(secret).flatMap(([name, value]) => {
      if (name === 'metadata') return [[name, cleanMetadata(value, secret, allowance)]];
      return shown.includes(name) && typeof value !== 'object' ? [[name, value]] : [];
    }),
  );
}

/**
 * A text that is JSON is cleaned as such. One that looks like JSON of a Secret and cannot be read is not kept, and none
 * in which one stands in another form.
 */
function cleanText(text: string, around: Surroundings): string {
  if (!around.confidential && !hint.test(text)) return text;
  if (!looksLikeJson(text)) return tellsOfASecret(text, around) ? '' : text;
  if (!around.allowance.coversJson(text)) return '';
  const parsed = parsedText(text);
  if (parsed === undefined) return '';
  const cleaned = clean(parsed, around);
  return cleaned === parsed ? text : JSON.stringify(cleaned); // as it was written, blanks and all
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** YAML, or JSON behind other words: its kind, quoted or not, and what only it is kept for. */
function tellsOfASecret(text: string, { allowance }: Surroundings): boolean {
  if (/\\(?:u00|x)/.test(text) && !allowance.covers(text)) return true;
  const plain = unescaped(text);
  const isOne = plainKind.test(plain) || markedKind.test(plain);
  return isOne && /\b(data|stringData)["'\\\s]*:/.test(plain);
}

const plainKind = /\bkind\W+(!!str\W+)?Secret(List)?\b/;
/** Behind an anchor or a tag of YAML. */
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

const held: readonly string[] = ['data', 'stringData'];
/** What of a Secret tells nothing of what it holds. */
const shown: readonly string[] = ['apiVersion', 'kind', 'type', 'immutable'];
