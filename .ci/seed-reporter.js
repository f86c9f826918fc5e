import process from 'node:process';

/** Prints the seed of the properties, with which a run is replayed. */
export default class SeedReporter {
  onRunComplete() {
    console.log(`\nThe properties went by PROPERTY_SEED=${process.env.PROPERTY_SEED}`);
  }
}
