import { isRecord } from '../../objects/index.ts';
import type { ReadLimits } from './read-limits.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Removes the parts of the metadata of a Secret that can repeat data of the Secret. An annotation can contain
 * the whole Secret in any format, so no value of an annotation is kept. Labels are kept for selectors, except
 * a label that contains a value of the Secret. If the comparison with the values takes too long, no label and
 * no annotation is kept.
 *
 * @param allowance - limits the number of comparisons for the object that contains the Secret
 */
export function cleanMetadata(
  metadata: unknown,
  { data, stringData }: Json,
  allowance: Pick<ReadLimits, 'spendComparisons'>,
): Json {
  if (!isRecord(metadata)) return {};
  const { annotations, labels, managedFields, ...rest } = metadata;
  const [plain, encoded] = [valuesOf(stringData), valuesOf(data)];
  const values = [...plain, ...encoded];
  const length = lengthOf(namesAndValues(labels, annotations));
  const compared = length === 0 ? 0 : length * lengthOf(values) + values.length * ofOneValue;
  const isTooMuch = !allowance.spendComparisons(compared);
  const read = isTooMuch || compared === 0 ? [] : [...plain, ...encoded.flatMap(decodedForms)];
  const secrets = [...new Set(read)].filter((one) => one !== '');
  const repeats = (text: unknown): boolean =>
    isTooMuch || typeof text !== 'string' || secrets.some((secret) => text.includes(secret));
  const cleaned = (texts: Json, value: (text: unknown) => unknown): Json =>
    Object.fromEntries(
      Object.entries(texts)
        .filter(([name]) => !repeats(name))
        .map(([name, text]) => [name, value(text)]),
    );
  return {
    ...rest,
    ...(isRecord(labels) ? { labels: cleaned(labels, (text) => (repeats(text) ? '' : text)) } : {}),
    ...(isRecord(annotations) ? { annotations: cleaned(annotations, () => '') } : {}),
    ...(Array.isArray(managedFields) ? { managedFields: managedFields.map(withoutFields) } : {}),
  };
}

/** The fixed cost of each search in a text, in characters. */
const ofOneSearch = 8;
/** The cost of decoding one value, in comparisons. Decoding takes a few µs. */
const ofOneValue = 2_048;

const namesAndValues = (labels: unknown, annotations: unknown): readonly string[] => [
  ...(isRecord(labels) ? Object.entries(labels).flat().filter(isString) : []),
  ...(isRecord(annotations) ? Object.keys(annotations) : []),
];

const isString = (value: unknown): value is string => typeof value === 'string';

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length + ofOneSearch, 0);

/**
 * Empties the `fieldsV1` of an entry of `managedFields`. `fieldsV1` contains the names of data, annotations
 * and labels.
 */
const withoutFields = (entry: unknown): Json =>
  isRecord(entry) && 'fieldsV1' in entry ? { ...entry, fieldsV1: {} } : {};

function valuesOf(data: unknown): readonly string[] {
  if (!isRecord(data)) return [];
  const values = Object.values(data).filter(isString);
  return [
    ...values,
    ...values.map((value) => value.trim()).filter((trimmed, nth) => trimmed !== values[nth]),
  ];
}

/**
 * Returns the forms in which a label can contain a base64 value: unchanged, decoded, and without padding. A
 * label cannot end with padding.
 */
function decodedForms(encoded: string): readonly string[] {
  const written = [encoded, unpadded(encoded)];
  if (!isBase64(encoded)) return written;
  const text = atob(encoded);
  return [...written, text, text.trim()];
}

/**
 * Returns whether `atob` accepts a text. The check is necessary because an error of `atob` costs 5 µs, and a
 * Secret can have 100,000 values.
 */
function isBase64(text: string): boolean {
  const joined = text.replaceAll(/[\t\n\f\r ]+/g, '');
  const padding = joined.length % 4 === 0 ? (/={1,2}$/.exec(joined.slice(-2))?.[0].length ?? 0) : 0;
  const characters = joined.slice(0, joined.length - padding);
  return characters.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(characters);
}

/**
 * Removes the padding of a base64 value. The function uses a loop, because `/=+$/` takes quadratic time if
 * the last character is not a `=`.
 */
function unpadded(encoded: string): string {
  let end = encoded.length;
  while (encoded[end - 1] === '=') end--;
  return encoded.slice(0, end);
}
