import base from './jest.config.js';

/** What every transport keeps, and what client-node's configs bring into one: npm run test:contract, also on other Nodes. */
export default {
  ...base,
  testMatch: [
    '<rootDir>/spec/contract/**/*.spec.ts',
    '<rootDir>/spec/client-node/{credentials,extra-ca,plugins,proxies}.spec.ts',
  ],
};
