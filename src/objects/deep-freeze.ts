/**
 * Freezes a JSON value and all in it. What is frozen already is not walked again, so an object that passes twice
 * costs nothing the second time (PF5).
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) freeze(value, 0);
  return value;
}

/** The same for what is frozen perhaps, but perhaps not all the way down: what a callback made. */
export function deepFreezeMembers<T extends object>(value: T): T {
  freeze(value, 0);
  return value;
}

/** Deeper than any real object; below it a list takes the place of the call stack, which a hostile one would overflow. */
const deepest = 1_000;

function freeze(value: object, depth: number): void {
  Object.freeze(value);
  if (Array.isArray(value)) {
    for (const member of value as readonly unknown[]) freezeMember(member, depth);
  } else {
    // for-in over plain JSON is half the price of Object.keys.
    for (const name in value) freezeMember((value as Record<string, unknown>)[name], depth);
  }
}

function freezeMember(member: unknown, depth: number): void {
  if (!isOpen(member)) return;
  if (depth < deepest) freeze(member, depth + 1);
  else freezeByList(member);
}

function freezeByList(top: object): void {
  const waiting = [top];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    Object.freeze(value);
    for (const member of Object.values(value) as unknown[]) if (isOpen(member)) waiting.push(member);
  }
}

/** A view of bytes cannot be frozen; JSON has none, but a transform may add one. */
const isOpen = (member: unknown): member is object =>
  typeof member === 'object' && member !== null && !Object.isFrozen(member) && !ArrayBuffer.isView(member);
