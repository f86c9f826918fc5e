import type { Change } from '../../store/index.ts';
import { takeAll } from './change-buffer.ts';
import { ConflatingBuffer } from './conflating-buffer.ts';

/** The same changes, as few as say it: what a conflating buffer would keep of them (G14). */
export function conflated<T>(changes: readonly Change<T>[]): readonly Change<T>[] {
  const buffer = new ConflatingBuffer<T>();
  buffer.push(changes, 0);
  return takeAll(buffer);
}
