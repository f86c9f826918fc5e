/** Freezes a JSON value and all its members. A frozen object is not traversed again, so a second call costs nothing (PF5). */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freeze(value, 0);
  return value;
}

/**
 * Freezes a value and all its members. If the value itself is already frozen, still freezes its members.
 * (`deepFreeze` would skip them.) A callback of the user can return such a value.
 */
export function deepFreezeMembers<T extends object>(value: T): T {
  freeze(value, 0);
  return value;
}

/**
 * The maximum number of levels that are frozen. No real object has as many levels. Without this limit, the
 * recursion over a hostile object would overflow the stack.
 */
const deepest = 1_000;

function freeze(value: object, depth: number): void {
  Object.freeze(value);
  if (Array.isArray(value)) {
    for (const member of value as readonly unknown[]) freezeMember(member, depth);
  } else {
    // A for-in loop over plain JSON costs half as much as Object.keys.
    for (const name in value) freezeMember((value as Record<string, unknown>)[name], depth);
  }
}

function freezeMember(member: unknown, depth: number): void {
  if (!isFreezable(member)) return;
  if (depth < deepest) freeze(member, depth + 1);
  else freezeByList(member);
}

function freezeByList(top: object): void {
  const waiting = [top];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    Object.freeze(value);
    for (const member of Object.values(value) as unknown[]) if (isFreezable(member)) waiting.push(member);
  }
}

/**
 * Returns whether a member can be frozen. JavaScript cannot freeze a typed array with elements. JSON contains
 * no typed arrays, but a transform can add one.
 */
const isFreezable = (member: unknown): member is object =>
  typeof member === 'object' && member !== null && !Object.isFrozen(member) && !ArrayBuffer.isView(member);
