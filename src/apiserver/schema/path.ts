/** Where a value stands: `spec.items[0].name`; the empty string is the object itself. */
export type FieldPath = string;

/** A member of what stands at a path; its name is shown as it is, dots and all, as the real server does. */
export function memberOf(path: FieldPath, name: string): FieldPath {
  return path === '' ? name : `${path}.${name}`;
}

/** An item of the list at a path. */
export function itemOf(path: FieldPath, index: number): FieldPath {
  return `${path}[${index}]`;
}
