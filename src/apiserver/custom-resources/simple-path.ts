/** Checks that a JSONPath begins as a definition requires. The caller checks the rest of the path. */
export function isSimplePath(path: string): boolean {
  return path.startsWith('.');
}
