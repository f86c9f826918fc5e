/** The output is that of the other program. */
export { check } from './08-shared-processor.client-go.check.ts';
