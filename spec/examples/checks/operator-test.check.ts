import type { ExampleCheck } from '../example-check.ts';

export const check: ExampleCheck = {
  async run(example) {
    await example.printed(/a website becomes a deployment, and takes it along when it goes/);
    await example.printed(/a change arrives, though the watch and two writes break off/);
    await example.printed(/\bpass 2\n.* fail 0\n/);
  },
  ends: 'by-itself',
};
