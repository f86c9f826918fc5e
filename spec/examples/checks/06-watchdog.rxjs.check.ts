/** The example with RxJS must have the same output as the example with client-go's names. */
export { check } from './06-watchdog.client-go.check.ts';
