/** The output is that of the other program. */
export { check } from './06-watchdog.client-go.check.ts';
