/** Runs one job, given as JSON, and prints its result. */
import process from 'node:process';
import type { Job } from './job.ts';
import { models } from './models.ts';

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const model = models.find(({ name }) => name === job.model);
if (model === undefined) throw new Error(`there is no model ${job.model}`);
Error.stackTraceLimit = 5; // the model makes thousands of planned errors, whose stacks are not read
process.stdout.write(JSON.stringify(model.check(job)));
