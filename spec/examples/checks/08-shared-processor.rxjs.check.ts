/** The example with RxJS must have the same output as the example with client-go's names. */
export { check } from './08-shared-processor.client-go.check.ts';
