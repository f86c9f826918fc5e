import type { ExampleCheck } from '../example-check.ts';

export const check: ExampleCheck = {
  async run(example) {
    await example.printed(/^added default\/colors .*\(watch\)$/m);
    await example.printed(/^deleted default\/colors/m);
    await example.printed(/^and now: watching \[ .*'default\/shapes'.* \]$/m);
  },
  ends: 'by-itself',
};
