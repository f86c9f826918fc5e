import { isRecord } from '../../objects/index.ts';
import type { ReadingAllowance } from './reading-allowance.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The metadata of a Secret without what may repeat its data. Tools keep what they applied in annotations, in forms of
 * their own, so no value of one stays; labels do, which select: but for those in which a value stands. None stays, and no
 * annotation, where there are too many to be compared with the values.
 *
 * @param allowance - of the object in which the Secret stands
 */
export function cleanMetadata(
  metadata: unknown,
  { data, stringData }: Json,
  allowance: Pick<ReadingAllowance, 'coversComparisons'>,
): Json {
  if (!isRecord(metadata)) return {};
  const { annotations, labels, managedFields, ...rest } = metadata;
  const [plain, coded] = [valuesOf(stringData), valuesOf(data)];
  const values = [...plain, ...coded];
  const length = lengthOf(namesAndValues(labels, annotations));
  const compared = length === 0 ? 0 : length * lengthOf(values) + values.length * ofOneValue;
  const isTooMuch = !allowance.coversComparisons(compared);
  const read = isTooMuch || compared === 0 ? [] : [...plain, ...coded.flatMap(readings)];
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

/** What a search costs beside its characters, in characters of both texts. */
const ofOneSearch = 8;
/** What the readings of a value cost, some µs, in comparisons. */
const ofOneValue = 2_048;

const namesAndValues = (labels: unknown, annotations: unknown): readonly string[] => [
  ...(isRecord(labels) ? Object.entries(labels).flat().filter(isString) : []),
  ...(isRecord(annotations) ? Object.keys(annotations) : []),
];

const isString = (value: unknown): value is string => typeof value === 'string';

const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length + ofOneSearch, 0);

/** Fields are named there by the names of data, annotations and labels. */
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

/** As it is written, without its filling, which no label can end with, and what it stands for. */
function readings(encoded: string): readonly string[] {
  const written = [encoded, unfilled(encoded)];
  if (!isBase64(encoded)) return written;
  const text = atob(encoded);
  return [...written, text, text.trim()];
}

/** Whether `atob` takes a text. Its error costs 5 µs, and a Secret can have 100,000 values. */
function isBase64(text: string): boolean {
  const joined = text.replaceAll(/[\t\n\f\r ]+/g, '');
  const filling = joined.length % 4 === 0 ? (/={1,2}$/.exec(joined.slice(-2))?.[0].length ?? 0) : 0;
  const characters = joined.slice(0, joined.length - filling);
  return characters.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(characters);
}

/** By hand: `/=+$/` takes quadratic time where the last character is another one. */
function unfilled(encoded: string): string {
  let end = encoded.length;
  while (encoded[end - 1] === '=') end--;
  return encoded.slice(0, end);
}
