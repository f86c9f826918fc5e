import process from 'node:process';

// For a mutation of code that runs when a module is loaded, Stryker starts a new process. The cache halves the time of
// its start.
process.env.NODE_COMPILE_CACHE ??= 'build/mutation/compile-cache';

/** Mutation tests of one folder of src/ with its specs: npm run mutation. */
export default {
  testRunner: 'mocha',
  plugins: ['@stryker-mutator/mocha-runner'],
  testRunnerNodeArgs: [
    '--conditions=rx-informer:source',
    '--disable-warning=ExperimentalWarning',
    '--import=./spec/mutation/mocha/preload.ts',
  ],
  mochaOptions: {
    // This is not Stryker's option testFiles: with that, no spec runs against a mutation of code that runs when a module
    // is loaded. spec/mistakes.spec.ts tests all folders.
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
