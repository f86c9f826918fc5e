/**
 * The suites of `npm run suite -- NAME`. The commands of a suite run one after the other. The last command gets the
 * options of the user.
 */

const node = (file, ...flags) => ['node', '--conditions=rx-informer:source', ...flags, file];
const jest = (project, ...options) => [
  ...[
    'node',
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ],
  // An option must follow the name of the project, because Jest takes all words up to the next option as project
  // names.
  ...['--selectProjects', project, '--watchman=false', ...options],
];
const build = ['npm', 'run', '--silent', 'build'];

/**
 * The suites by group and name. Each suite has a line of help and its commands. `npm run check` runs the group `check`
 * in this order.
 */
export const suites = {
  tests: {
    slow: [
      'compiles programs, runs children, waits in real time or moves very many objects',
      build,
      jest('slow'),
    ],
    contract: ['the contract of every transport, under this Node', jest('contract')],
    nodes: [
      'the contract under Node 20, 22 and 24, in random order; --all: also npm test',
      ['node', '.ci/nodes.js'],
    ],
    kube: [
      'a real kube-apiserver, which Go builds (spec/kube/README.md)',
      build,
      jest('kube', '--runInBand', '--testTimeout=120000'),
    ],
    conformance: [
      'the list and watch protocol on the embedded server; --kube: on a real one',
      node('spec/conformance/run.ts'),
    ],
    model: ['compares random histories, faults and subscribers with a reference', node('spec/model/run.ts')],
    mutants: [
      'plants bugs in copies of the sources; the model must find them',
      node('spec/model/mutants/run.ts'),
    ],
    soak: ['runs an informer for a week of virtual time', node('spec/soak/run.ts', '--expose-gc')],
    chaos: [
      'ten informers, and a controller, behind a faulty network, on both servers',
      node('spec/chaos/run.ts'),
    ],
    security: [
      'attacks of hostile servers on a program, and of hostile clients on the embedded server',
      node('spec/security/run.ts'),
    ],
    faults: ['each fault with makeInformer of this library and of client-node', node('spec/faults/run.ts')],
    'invalid-objects': [
      'objects with one invalid field, on the embedded server and a real one',
      node('spec/apiserver/differential/invalid/run.ts'),
    ],
    kubectl: [
      'unmodified kubectl on the embedded server and a real one',
      node('spec/clients/kubectl/run.ts'),
    ],
    site: ['the documentation site in Chromium; needs `npm run docs`', node('spec/site/run.ts')],
    crds: [
      'types of public CustomResourceDefinitions, by two compilers; downloads Go modules',
      node('spec/cli/types/crds/run.ts'),
    ],
    'client-go': ['real client-go on the embedded server', node('spec/clients/client-go/run.ts')],
  },
  benchmarks: {
    'bench:apiserver': [
      'the embedded server under load, compared with a real one; --quick',
      node('spec/bench/apiserver/run.ts'),
    ],
  },
  check: {
    types: [
      'types by two compilers, the core without Node’s types',
      ['tsc', '--version'],
      ['tsc', '-p', 'tsconfig.json'],
      ['tsc', '-p', '.ci/tsconfig.core.json'],
      ['tsc', '-p', 'docs/site'],
      ['tsc6', '-p', 'tsconfig.json'],
    ],
    angular: ['the Angular example, by Angular’s compiler', ['ngc', '-p', 'examples/angular-pods']],
    lint: ['the rules of eslint, over all files', ['eslint', '.']],
    formatting: ['that prettier has formatted all files', ['prettier', '--check', '.']],
    'example-types': [
      'the types of the examples, against a build',
      build,
      ['tsc', '-p', '.ci/tsconfig.examples.json'],
    ],
    imports: ['that imports between the folders of src/ go one way', ['depcruise', 'src']],
    package: [
      'the fields and types of the package, by publint and attw; needs a build',
      ['publint', '--strict'],
      ['attw', '--pack', '.'],
    ],
    install: ['the size of an installation; needs a build', ['node', '.ci/installed-size.js']],
    dependencies: ['the reason, licence and safety of each dependency', ['node', '.ci/dependencies.js']],
    unused: ['files, exports and dependencies that nothing uses', ['knip']],
    api: [
      'that the public API equals etc/*.api.md; --local writes these files; needs a build',
      ['node', '.ci/api-report.js'],
    ],
    behaviours: [
      'that each behaviour of client-go has a spec or a row in docs/migrate/from-client-go/',
      ['node', '.ci/behaviours.js'],
    ],
    cells: [
      'that docs/reference/faults.md has the table of the reflector’s cells',
      [...node('spec/reflector/cells/write-table.ts'), '--check'],
    ],
    size: ['the size of each entry point, bundled; needs a build', ['size-limit']],
    'api-pages': [
      'that the API pages can be written, and their examples compile',
      ['typedoc'],
      ['node', '.ci/doc-examples.js'],
    ],
  },
  writers: {
    sentences: [
      'prints random comments and sentences of the docs, for a review of the English',
      node('spec/docs/draw-sentences.ts'),
    ],
    kinds: [
      'src/kinds/generated; --discover reads a kube-apiserver again',
      ['node', 'spec/kinds/generate.ts'],
    ],
    'faults:table': ['the table of docs/reference/faults.md', node('spec/reflector/cells/write-table.ts')],
    'apiserver:kinds': ['the kinds of a real server', ['node', 'spec/apiserver/generate/generate.ts']],
    'apiserver:go-fields': [
      'the properties of fields that only the Go types have',
      ['node', 'spec/apiserver/generate/go-fields.ts'],
    ],
    'apiserver:declared-rules': [
      'the rules that the Go types declare by +k8s: tags',
      ['node', 'spec/apiserver/generate/declared-rules.ts'],
    ],
    'apiserver:defaults': [
      'samples created on both servers; --record stores the answers',
      node('spec/apiserver/defaults/compare.ts'),
    ],
    'apiserver:roles': [
      'the cluster roles, from Go’s module cache',
      ['node', 'spec/apiserver/generate/cluster-roles.ts'],
    ],
    'apiserver:messages': [
      'the fields of the built-in kinds on the wire; needs Go',
      [
        'sh',
        '-c',
        'cd spec/kube/apiserver && go run ./messages > ../../../src/apiserver/generated/messages.ts',
      ],
    ],
  },
};
