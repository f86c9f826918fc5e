/** It does what the other one does. */
export { check } from './06-watchdog.client-go.check.ts';
