import process from 'node:process';

// A process that tries a mutation is begun anew for each that concerns the loading of a module: this halves its start.
process.env.NODE_COMPILE_CACHE ??= 'build/mutation/compile-cache';

/** Mutation tests of one room with its specs: npm run mutation. */
export default {
  testRunner: 'mocha',
  plugins: ['@stryker-mutator/mocha-runner'],
  testRunnerNodeArgs: [
    '--conditions=rx-informer:source',
    '--disable-warning=ExperimentalWarning',
    '--import=./spec/mutation/mocha/preload.ts',
  ],
  mochaOptions: {
    // Not by Stryker's option testFiles: with that, no spec runs against a mutation of code that runs when a module is loaded.
    // The mistakes of users are those of all rooms.
    spec: [process.env.MUTATION_SPECS ?? 'spec/**/*.spec.ts', 'spec/mistakes.spec.ts'],
    'no-config': true,
    'no-package': true,
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 5000,
  ignorePatterns: ['build', 'coverage', 'dist'],
  tempDirName: 'build/mutation/sandbox',
  incremental: true,
  reporters: ['progress-append-only'],
  allowConsoleColors: false,
};
