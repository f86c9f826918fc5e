import { isRecord } from '../../objects/index.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The metadata of a Secret without what may repeat its data. Tools keep what they applied in annotations, in forms of
 * their own, so no value of one stays; labels do, which select: but for those in which a value stands.
 */
export function cleanMetadata(metadata: unknown, { data, stringData }: Json): Json {
  if (!isRecord(metadata)) return {};
  const { annotations, labels, managedFields, ...rest } = metadata;
  const secrets = [...valuesOf(stringData), ...valuesOf(data).flatMap(readings)].filter((one) => one !== '');
  const repeats = (text: unknown): boolean =>
    typeof text !== 'string' || secrets.some((secret) => text.includes(secret));
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

/** Fields are named there by the names of data, annotations and labels. */
const withoutFields = (entry: unknown): Json =>
  isRecord(entry) && 'fieldsV1' in entry ? { ...entry, fieldsV1: {} } : {};

function valuesOf(data: unknown): readonly string[] {
  if (!isRecord(data)) return [];
  return Object.values(data).flatMap((value) => (typeof value === 'string' ? [value, value.trim()] : []));
}

/** As it is written, without its filling, which no label can end with, and what it stands for. */
function readings(encoded: string): readonly string[] {
  const written = [encoded, encoded.replace(/=+$/, '')];
  try {
    const text = atob(encoded);
    return [...written, text, text.trim()];
  } catch {
    return written;
  }
}
