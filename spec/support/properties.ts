/**
 * Exports fast-check with one seed for all properties of the run. Another run with this seed repeats the same test
 * cases.
 */
import fc from 'fast-check';
import process from 'node:process';

const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

export { fc };
