/** Runs one job, which is given as JSON, and prints the result of the job. */
import process from 'node:process';
import type { Job } from './job.ts';
import { models } from './models.ts';

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const model = models.find(({ name }) => name === job.model);
if (model === undefined) throw new Error(`there is no model ${job.model}`);
Error.stackTraceLimit = 5; // the model makes thousands of planned errors, and no code reads their stacks
process.stdout.write(JSON.stringify(model.check(job)));
