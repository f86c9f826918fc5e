import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import rxjsX from 'eslint-plugin-rxjs-x';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { rooms } from './.dependency-cruiser.js';

const test = '/^(?:it|test|describe)$/';
const isTest = (path) => `:matches([${path}.name=${test}], [${path}.object.name=${test}])`;
/** Forbids specs that do not run, and specs that prevent others from running. */
const everySpecRuns = [
  {
    selector: `MemberExpression[property.name=/^(?:only|skip|todo|failing)$/]${isTest('object')}`,
    message: 'Every spec runs: take .only, .skip, .todo or .failing away.',
  },
  {
    selector: 'CallExpression[callee.name=/^(?:xit|fit|xtest|xdescribe|fdescribe)$/]',
    message: 'Every spec runs: write it, test or describe.',
  },
];

/** Only timers of RxJS may wait, so that a scheduler with virtual time controls every wait. */
const noPromises = [
  { selector: ':function[async=true]', message: 'No promise inside the pipeline: return an Observable.' },
  { selector: 'AwaitExpression', message: 'No promise inside the pipeline: use an operator.' },
  { selector: 'ForOfStatement[await=true]', message: 'No promise inside the pipeline: use an operator.' },
  {
    selector: 'Identifier[name=/^(?:Promise|firstValueFrom|lastValueFrom|queueMicrotask)$/]',
    message: 'No promise inside the pipeline: return an Observable.',
  },
  {
    selector: 'Identifier[name=/^(?:setTimeout|setInterval|setImmediate|requestAnimationFrame)$/]',
    message: 'No timer of the platform inside the pipeline: use a scheduler of RxJS.',
  },
];
/** Modules at the end of the pipeline that return a promise to the user. */
const givesPromises = [
  'informer/wait-for-cache-sync',
  'client-go/informer/handler-registrations',
  'client-go/informer/shared-informer-types',
  'client-go/informer/shared-index-informer',
  'client-go/informer/in-flight-handler',
  'client-go/factory/informer-factory',
].map((name) => `src/${name}.ts`);

/** This module waits for the next task of the event loop. No scheduler of RxJS can. */
const letsTheEventLoopTurn = 'src/scheduling/event-loop.ts';

export default defineConfig(
  {
    ignores: [
      '.ci/',
      'build/',
      'coverage/',
      'dist/',
      'docs/site/.astro/',
      'docs/site/src/content/',
      '**/generated/',
      'spec/kube/kube.mjs',
      'spec/golden/generate/',
    ],
  },
  js.configs.recommended,
  { files: ['spec/**', 'examples/**'], rules: { 'no-restricted-syntax': ['error', ...everySpecRuns] } },
  {
    files: ['spec/**'],
    ignores: ['spec/support/properties.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'fast-check',
          message: 'Take fc from spec/support/properties.ts: its properties go by the seed of the run.',
        },
      ],
    },
  },
  {
    files: [...rooms, 'client-go'].map((room) => `src/${room}/**/*.ts`),
    ignores: [...givesPromises, letsTheEventLoopTurn],
    rules: { 'no-restricted-syntax': ['error', ...noPromises] },
  },
  {
    // A server may send a text of several kilobytes: the time of a match must be at most proportional to its length.
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  { files: ['spec/packed/programs/*.js'], languageOptions: { globals: { console: 'readonly' } } },
  {
    files: ['**/*.ts'],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      rxjsX.configs.recommended,
    ],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // An overload marked @internal has the arguments that only the library passes.
      '@typescript-eslint/unified-signatures': ['error', { ignoreOverloadsWithDifferentJSDoc: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }], // Angular's modules
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // The models of client-node are classes. Its users, and these specs, pass object literals instead.
    files: ['spec/clients/client-node/*.ts'],
    rules: {
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
);
