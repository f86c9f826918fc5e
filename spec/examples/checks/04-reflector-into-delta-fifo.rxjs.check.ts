/** It does what the other one does. */
export { check } from './04-reflector-into-delta-fifo.client-go.check.ts';
