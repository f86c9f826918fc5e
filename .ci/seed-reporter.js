import process from 'node:process';

/** Prints the seed of the property tests. With the same seed a run can be repeated. */
export default class SeedReporter {
  onRunComplete() {
    console.log(`\nThe properties went by PROPERTY_SEED=${process.env.PROPERTY_SEED}`);
  }
}
