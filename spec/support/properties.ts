/** fast-check with the seed of the run. All properties use this seed, so that one number repeats them all. */
import fc from 'fast-check';
import process from 'node:process';

const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

export { fc };
