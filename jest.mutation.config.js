import process from 'node:process';
import base from './jest.config.js';

/** The specs as Stryker runs them, against one mutation after the other: npm run mutation. */
export default {
  ...base,
  // Of one room where that is enough: spec/mutation/run.ts.
  testMatch: [`<rootDir>/spec/${process.env.MUTATION_SPECS ?? ''}**/*.spec.ts`],
  // What every transport keeps counts too.
  testPathIgnorePatterns: [],
  testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
  maxWorkers: 1,
  reporters: [],
};
