import process from 'node:process';

/** A Jest reporter that prints the seed of the property tests. A run with the same seed repeats the same tests. */
export default class SeedReporter {
  onRunComplete() {
    console.log(`\nSeed of the properties: PROPERTY_SEED=${process.env.PROPERTY_SEED}`);
  }
}
