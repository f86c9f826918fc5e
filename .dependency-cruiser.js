// The folders of src/ that form the pipeline, in the order of the data flow. A folder imports from the folders before
// it, through their index.ts.
export const rooms = [
  'objects',
  'scheduling',
  'source',
  'reflector',
  'queue',
  'store',
  'delivery',
  'informer',
  'views',
];
const doors = [
  'discovery',
  'representations',
  'client',
  'rows',
  'derived',
  'scope',
  'inspect',
  'controller',
  'client-go',
  'fetch',
  'client-node',
  'kinds',
  'recording',
  'testing',
  'yaml',
  'apiserver',
  'cli',
];

// The folders that each folder may import from, besides itself.
const allowed = {
  objects: [],
  scheduling: ['objects'],
  source: ['objects', 'scheduling'],
  reflector: ['objects', 'scheduling', 'source'],
  queue: ['objects', 'scheduling', 'reflector'],
  store: ['objects', 'scheduling', 'queue'],
  delivery: ['objects', 'scheduling', 'store'],
  informer: ['objects', 'scheduling', 'source', 'reflector', 'queue', 'store', 'delivery'],
  views: ['objects', 'scheduling', 'store', 'delivery', 'informer'],
  discovery: ['objects', 'scheduling', 'source'],
  representations: ['objects', 'scheduling', 'source'],
  client: [...rooms, 'discovery'],
  rows: rooms,
  derived: [...rooms, 'rows'],
  scope: [...rooms, 'representations', 'client', 'rows'],
  inspect: ['objects', 'store', 'delivery', 'informer'],
  controller: [...rooms, 'client', 'inspect'],
  'client-go': [...rooms, 'representations'],
  fetch: ['objects', 'source'],
  'client-node': ['objects', 'scheduling', 'source', 'store', 'delivery', 'informer'],
  kinds: ['objects'],
  recording: ['objects', 'scheduling', 'source'],
  testing: [
    'objects',
    'scheduling',
    'source',
    'reflector',
    'queue',
    'store',
    'delivery',
    'informer',
    'client',
  ],
  yaml: [],
  apiserver: ['objects', 'scheduling', 'source', 'yaml'],
  cli: [
    ...rooms,
    'discovery',
    'representations',
    'client',
    'inspect',
    'fetch',
    'client-node',
    'kinds',
    'recording',
    'yaml',
    'apiserver',
  ],
};

const core = `^src/(${[...rooms, 'discovery', 'representations', 'client', 'rows', 'derived', 'scope', 'inspect', 'controller', 'client-go', 'fetch', 'kinds', 'recording', 'testing'].join('|')})/`;

const roomRules = [...rooms, ...doors].map((room) => ({
  name: `imports-of-${room}`,
  comment: `${room}/ may import from: ${allowed[room].join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed[room]].join('|')})/` },
}));

const doorRules = [...rooms, ...doors].map((room) => ({
  name: `only-the-index-of-${room}`,
  comment: `Other folders may import only ${room}/index.ts`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${room}/` },
  to: { path: `^src/${room}/`, pathNot: `^src/${room}/index\\.ts$` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...roomRules,
    ...doorRules,
    {
      name: 'nothing-imports-client-go',
      comment: 'No other folder of src/ may import client-go/',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client-go/' },
      to: { path: '^src/client-go/' },
    },
    {
      name: 'machine-without-rxjs',
      comment:
        'The files in machine/ must not import RxJS: they contain pure functions and objects with one owner',
      severity: 'error',
      from: { path: '^src/(?:client-go/)?[^/]+/machine/' },
      to: { path: 'node_modules/rxjs' },
    },
    {
      name: 'api-server-state-without-rxjs',
      comment: 'The storage, the rules and the answers of the API server must not import RxJS',
      severity: 'error',
      from: {
        path: '^src/apiserver/(apply|custom-resources|list|metadata|query|registry|resources|schema|status|storage|tables|wire)/',
      },
      to: { path: 'node_modules/rxjs' },
    },
    {
      name: 'type-generator-without-rxjs-and-node',
      comment:
        'The generator of types must import neither RxJS nor Node; the command reads and writes the files',
      severity: 'error',
      from: { path: '^src/cli/types/generate/' },
      to: { path: 'node_modules/rxjs', dependencyTypes: ['core'] },
    },
    {
      name: 'objects-without-rxjs',
      severity: 'error',
      from: { path: '^src/objects/' },
      to: { path: 'node_modules/rxjs' },
    },
    {
      name: 'core-uses-no-node-builtin',
      severity: 'error',
      from: { path: core },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-the-command-imports-client-node',
      comment: 'The command imports it dynamically, and only if it uses a kubeconfig',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '@kubernetes/client-node' },
    },
    {
      name: 'packages-of-the-tools',
      comment: 'Only the command may import these packages; the API server may import yaml, too',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(cli|apiserver|yaml)/' },
      to: { path: 'node_modules/(commander|yaml|ansi-escapes|string-width)/' },
    },
    {
      name: 'packages-of-the-api-server',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/apiserver/' },
      to: {
        path: 'node_modules/(rou3|negotiator|ws|rfc6902|@bufbuild/protobuf|@cfworker/json-schema|re2js)/',
      },
    },
    {
      name: 'packages-of-client-node',
      comment: 'Only the client-node transport may import socks',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/client-node/' },
      to: { path: 'node_modules/socks/' },
    },
    {
      name: 'rxjs-only-by-its-index',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: 'node_modules/rxjs/',
        pathNot:
          'node_modules/rxjs/dist/types/(index|testing/index)\\.d\\.ts$|node_modules/rxjs/dist/(cjs|esm5?|esm)/(index|testing/index)\\.js$',
      },
    },
    { name: 'src-not-to-spec', severity: 'error', from: { path: '^src' }, to: { path: '^(spec|examples)' } },
    { name: 'nothing-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
