/** It does what the other one does. */
export { check } from './08-shared-processor.client-go.check.ts';
