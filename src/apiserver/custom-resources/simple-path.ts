/** Whether a JSONPath begins as those in a CRD must; what follows the dot is looked at where it is used. */
export function isSimplePath(path: string): boolean {
  return path.startsWith('.');
}
