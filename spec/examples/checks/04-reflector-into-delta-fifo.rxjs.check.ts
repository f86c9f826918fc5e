/** The example with RxJS must have the same output as the example with client-go's names. */
export { check } from './04-reflector-into-delta-fifo.client-go.check.ts';
