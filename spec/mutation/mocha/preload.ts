/** Makes Mocha run the specs, which are written for Jest. Load this module with Node's `--import`. */
import { registerHooks } from 'node:module';
import './interface.ts';

const globals = new URL('jest-globals.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
});
