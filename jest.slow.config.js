import base from './jest.config.js';

/** The specs that compile programs, run children, wait in real time or move tens of thousands of objects: npm run test:slow. */
export default { ...base, testMatch: ['<rootDir>/spec/**/*.slow.ts'] };
