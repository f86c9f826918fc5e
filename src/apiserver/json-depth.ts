import { isRecord } from '../objects/index.ts';

/** So deep may objects stand in each other; the real server has ten thousand, and no kind comes near a hundred. */
const deepest = 500;

/** Whether a value is deeper than anything here could walk; looked at without walking down. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap(innerOf);
  }
  return false;
}

function innerOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}
