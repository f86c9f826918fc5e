/**
 * Runs one part of a model test in this process. The command line contains the job as JSON. Prints the result as JSON.
 */
import process from 'node:process';
import type { Job } from './job.ts';
import { models } from './models.ts';

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const model = models.find(({ name }) => name === job.model);
if (model === undefined) throw new Error(`there is no model ${job.model}`);
Error.stackTraceLimit = 5; // the test makes thousands of errors on purpose, and no code reads their stacks
process.stdout.write(JSON.stringify(model.check(job)));
