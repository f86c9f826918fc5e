import base from './jest.config.js';

/** The specs that need a real API server: npm run test:kube. */
export default {
  ...base,
  testMatch: ['<rootDir>/spec/kube/**/*.kube.ts'],
  globalSetup: '<rootDir>/spec/kube/global-setup.ts',
  globalTeardown: '<rootDir>/spec/kube/global-teardown.ts',
  testTimeout: 120_000,
};
