import base, { contract } from './jest.config.js';

/** What every transport keeps, and what client-node's configs bring into one: npm run test:contract, also on other Nodes. */
export default {
  ...base,
  testMatch: contract.map((path) => `<rootDir>/${path.endsWith('/') ? `${path}**/*.spec.ts` : path}`),
  testPathIgnorePatterns: [],
};
