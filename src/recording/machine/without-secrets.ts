import { isRecord } from '../../objects/index.ts';
import { cleanMetadata } from './secret-metadata.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * JSON as text without what Secrets hold, however deep they stand, as list items without a kind too. Of a Secret there
 * stay its type and its metadata, of these no value of an annotation, no list of fields, and no label that repeats what
 * it holds. A text that is JSON itself, as `kubectl apply` leaves one in an annotation, is cleaned alike; one in which a
 * Secret stands as YAML, or among other words, is emptied.
 *
 * @param confidential - every object is a Secret, whatever it says
 */
export function withoutSecrets(json: string, confidential: boolean): string {
  if (!confidential && !hint.test(json)) return json;
  return JSON.stringify(clean(JSON.parse(json), confidential));
}

/**
 * What a Secret cannot do without: its kind, or the members that tell one without. Escaped, too, in a text. Each way begins
 * with a fixed letter: one that begins with any number of backslashes takes quadratic time where there are many.
 */
const hint = /Secret(?!s)|"(data|stringData)\\*":|\\u00/;

function clean(value: unknown, confidential: boolean): unknown {
  if (typeof value === 'string') return cleanText(value, confidential);
  if (Array.isArray(value)) return value.map((item: unknown) => clean(item, confidential));
  if (!isRecord(value)) return value;
  if (value['kind'] === 'SecretList') return cleanMembers({ ...value, kind: 'SecretList' }, true);
  const isObject = isRecord(value['metadata']) && !Array.isArray(value['items']);
  return isSecret(value) || (confidential && isObject)
    ? cleanSecret(value)
    : cleanMembers(value, confidential);
}

function cleanMembers(record: Json, confidential: boolean): Json {
  const kept = Object.entries(record).filter(([name]) => !confidential || !held.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, clean(value, confidential)]));
}

/** Items of a list have no kind: then by what only a Secret has together. */
function isSecret({ kind, type, metadata, data, stringData }: Json): boolean {
  if (kind !== undefined) return kind === 'Secret';
  return isRecord(metadata) && typeof type === 'string' && (isRecord(data) || isRecord(stringData));
}

function cleanSecret(secret: Json): Json {
  return Object.fromEntries(
    Object.entries(secret).flatMap(([name, value]) => {
      if (name === 'metadata') return [[name, cleanMetadata(value, secret)]];
      return shown.includes(name) && typeof value !== 'object' ? [[name, value]] : [];
    }),
  );
}

/**
 * A text that is JSON is cleaned as such. One that looks like JSON of a Secret and cannot be read is not kept, and none
 * in which one stands in another form.
 */
function cleanText(text: string, confidential: boolean): string {
  const isJson = looksLikeJson(text);
  const parsed = isJson ? parsedText(text) : undefined;
  if (parsed === undefined) {
    const tells = isJson ? confidential || hint.test(text) : tellsOfASecret(unescaped(text));
    return tells ? '' : text;
  }
  const cleaned = JSON.stringify(clean(parsed, confidential));
  return cleaned === JSON.stringify(parsed) ? text : cleaned; // as it was written, blanks and all
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** YAML, or JSON behind other words: its kind, quoted or not, and what only it is kept for. */
const tellsOfASecret = (text: string): boolean =>
  /\bkind\W+(!!str\W+)?Secret(List)?\b/.test(text) && /\b(data|stringData)["'\\\s]*:/.test(text);

const unescaped = (text: string): string =>
  text.replace(/\\u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

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
