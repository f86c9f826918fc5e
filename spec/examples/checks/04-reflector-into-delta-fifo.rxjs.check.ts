/** The output is that of the other program. */
export { check } from './04-reflector-into-delta-fifo.client-go.check.ts';
