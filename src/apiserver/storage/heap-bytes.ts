/** About how many bytes of memory a JSON value takes; rather too many than too few. */
export function heapBytes(value: unknown): number {
  if (typeof value === 'string') return 24 + 2 * value.length; // one letter beyond Latin-1 makes all of them two bytes long
  if (typeof value !== 'object' || value === null) return 16;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 8 + heapBytes(item), 32);
  const object = value as Readonly<Record<string, unknown>>;
  return Object.keys(object).reduce(
    (sum, name) => sum + 24 + name.length + heapBytes(object[name]),
    56, // of `{}`
  );
}
