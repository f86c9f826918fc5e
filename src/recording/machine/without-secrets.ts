import { isRecord } from '../../objects/index.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * JSON as text without what Secrets hold: their `data` and `stringData`, however deep they stand, as list items without a
 * kind too, and within texts that are JSON themselves, as `kubectl apply` leaves one in an annotation; and the names of
 * what they hold, which managedFields repeat.
 *
 * @param confidential - every object is a Secret, whatever it says
 */
export function withoutSecrets(json: string, confidential: boolean): string {
  if (!confidential && !hint.test(json)) return json;
  return JSON.stringify(clean(JSON.parse(json), confidential));
}

/** What a Secret cannot do without: its kind, or the members that tell one without. Escaped, too, in a text. */
const hint = /Secret(List)?\\*"|\\*"(data|stringData)\\*":|\\u00/;

function clean(value: unknown, confidential: boolean): unknown {
  if (typeof value === 'string') return cleanText(value, confidential);
  if (Array.isArray(value)) return value.map((item: unknown) => clean(item, confidential));
  if (!isRecord(value)) return value;
  if (value['kind'] === 'SecretList') return cleanMembers({ ...value, kind: 'SecretList' }, true);
  return isSecret(value) || (confidential && isRecord(value['metadata']))
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
  const kept = Object.entries(secret).filter(([name]) => !held.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'metadata' ? cleanMetadata(value) : clean(value, true)]),
  );
}

function cleanMetadata(metadata: unknown): unknown {
  if (!isRecord(metadata)) return {};
  const { annotations, managedFields, ...rest } = metadata;
  return {
    ...rest,
    ...(isRecord(annotations) ? { annotations: cleanAnnotations(annotations) } : {}),
    ...(Array.isArray(managedFields) ? { managedFields: managedFields.map(withoutFields) } : {}),
  };
}

/** Several tools keep what they applied in one, in forms of their own: a text that could be that is emptied. */
function cleanAnnotations(annotations: Json): Json {
  return Object.fromEntries(
    Object.entries(annotations).map(([name, value]) => [
      name,
      typeof value === 'string' ? cleanAnnotation(value) : '',
    ]),
  );
}

function cleanAnnotation(text: string): string {
  if (!looksLikeJson(text)) return text.length > longest ? '' : text;
  const parsed = parsedText(text);
  return isRecord(parsed) && parsed['kind'] === 'Secret' ? JSON.stringify(cleanSecret(parsed)) : '';
}

function withoutFields(entry: unknown): unknown {
  const fields = isRecord(entry) ? entry['fieldsV1'] : undefined;
  if (!isRecord(entry) || !isRecord(fields)) return {};
  const kept = Object.entries(fields).filter(([name]) => !held.some((one) => name === `f:${one}`));
  return { ...entry, fieldsV1: Object.fromEntries(kept) };
}

/** A text that is JSON is cleaned as such. One that looks like JSON of a Secret and cannot be read is not kept. */
function cleanText(text: string, confidential: boolean): string {
  if (!looksLikeJson(text)) return text;
  const parsed = parsedText(text);
  if (parsed === undefined) return confidential || hint.test(text) ? '' : text;
  const cleaned = JSON.stringify(clean(parsed, confidential));
  return cleaned === JSON.stringify(parsed) ? text : cleaned; // as it was written, blanks and all
}

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const held: readonly string[] = ['data', 'stringData'];
/** Of an annotation that is certainly no object in whatever coding. */
const longest = 256;
