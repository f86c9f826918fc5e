import type { KubeObject } from '../../objects/index.ts';
import type { Put } from './atomic-fifo.ts';

/** Every delta stands alone, in the order of its arrival: client-go's RealFIFO (B91, B92). */
export function arrivalOrder<T extends KubeObject>(): Put<T> {
  return (line, delta) => line.append(delta);
}
