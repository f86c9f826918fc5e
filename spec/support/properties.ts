/** fast-check, with the seed of the run: every property goes by it, so that one number replays them all. */
import fc from 'fast-check';
import process from 'node:process';

const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

export { fc };
