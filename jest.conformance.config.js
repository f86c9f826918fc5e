import base from './jest.config.js';

/** The checks of the protocol against any server: npm run conformance, which says which one. */
export default {
  ...base,
  testMatch: ['<rootDir>/spec/conformance/**/*.check.ts'],
  globalSetup: '<rootDir>/spec/conformance/support/global-setup.ts',
  globalTeardown: '<rootDir>/spec/conformance/support/global-teardown.ts',
  reporters: ['./spec/conformance/support/reporter.ts'],
  // Checks mostly wait for the server: all of a file run side by side.
  maxConcurrency: 32,
};
