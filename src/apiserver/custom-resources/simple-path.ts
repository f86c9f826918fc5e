/** Returns `true` if a JSONPath starts with a dot, as a CRD requires. The caller checks the rest of the path. */
export function isSimplePath(path: string): boolean {
  return path.startsWith('.');
}
