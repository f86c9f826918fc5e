interface Explained {
  readonly scenario: string;
  readonly step: RegExp;
  readonly why: string;
  /** What the embedded server must make kubectl say there; anything else is no longer explained. */
  readonly ours: RegExp;
}

const itself = 'it says what it is: its own version, build, checks and address';
const contents = 'objects that a real server makes for its own machinery, which this one does not have';
const rules = 'rules of single built-in kinds are checked as far as operators run into them, no further';
const controllers = 'the real server runs without controllers here: nobody does what deletion waits for';
const order = 'what the patch made is shown with its members in another order';
const second = 'OpenAPI v2 is not served: kubectl asks for it where v3 does not know a group';
const decoder = 'words of a parser in Go: what is refused, and how, is the same';

const none = /^exit 0\nstderr: No resources found$/;
const notFound = /^exit 1\nstderr: Error from server \(NotFound\): \S+ "\S+" not found$/;

/** Every difference that is allowed, and why. One that is no longer there fails too. */
const table: readonly Explained[] = [
  { scenario: 'telling', step: /^version$/, why: itself, ours: /^Server Version: v1\.36\.0\+rx-informer$/m },
  {
    scenario: 'telling',
    step: /^version -o json$/,
    why: itself,
    ours: /"gitVersion": "v1\.36\.0\+rx-informer"/,
  },
  {
    scenario: 'telling',
    step: /raw \/version$/,
    why: itself,
    ours: /"gitVersion": ?"v1\.36\.0\+rx-informer"/,
  },
  { scenario: 'telling', step: /livez\?verbose$/, why: itself, ours: /^exit 0\nok$/ },
  { scenario: 'telling', step: /raw \/api$/, why: itself, ours: /"serverAddressByClientCIDRs":\[\]/ },
  {
    scenario: 'telling',
    step: /^api-resources (?:-o wide )?--no-headers$/,
    why: 'bindings are made by schedulers, of a pod alone',
    ours: /^configmaps +cm +v1 +true +ConfigMap/m,
  },
  {
    scenario: 'telling',
    step: /^get (?:componentstatuses|prioritylevelconfigurations|priorityclasses)$/,
    why: contents,
    ours: none,
  },
  {
    scenario: 'telling',
    step: /^get (?:apiservices|flowschemas|leases -A) -o name$/,
    why: contents,
    ours: /^exit 0$/,
  },
  { scenario: 'telling', step: /^get clusterroles -o name$/, why: contents, ours: /\/view$/m },
  { scenario: 'telling', step: /^get service kubernetes -n default$/, why: contents, ours: notFound },
  { scenario: 'describing', step: /^describe priorityclass/, why: contents, ours: notFound },
  {
    scenario: 'reading',
    step: /"app in"/,
    why: decoder,
    ours: /^exit 1\nstderr: Error from server \(BadRequest\): .* unable to parse requirement: /,
  },
  {
    scenario: 'telling',
    step: /plaintext-openapiv2$/,
    why: second,
    ours: /^exit 1\nstderr: Error from server \(NotFound\): the server could not find the requested resource$/,
  },
  {
    scenario: 'creating',
    step: /other\.yaml$/,
    why: second,
    ours: /^exit 1\nstderr: error: error validating "other\.yaml": .*could not find the requested resource/,
  },
  {
    scenario: 'patching',
    step: /--type=(?:merge -p '\{"spec":\{"replicas":"x"|json -p '\[\{"op":"add","path":"\/spec\/paused")/,
    why: order,
    ours: /^exit 1\nstderr: The request is invalid: patch: Invalid value: "\{.*\}": json: cannot unmarshal string into Go struct field DeploymentSpec\.spec\.(?:replicas of type int32|paused of type bool)$/,
  },
  { scenario: 'patching', step: /"nodeName":"other"/, why: rules, ours: /^exit 0\npod\/a patched$/ },
  {
    scenario: 'deleting',
    step: /^get deployment web --ignore|^get configmap owner -o name/,
    why: controllers,
    ours: /^exit 0$|NotFound/,
  },
  {
    scenario: 'deleting',
    step: /^create -f deployment/,
    why: controllers,
    ours: /^exit 0\ndeployment\.apps\/web created$/,
  },
];

/** Why a step may differ, where it says what it is known to say. */
export function explained(
  scenario: string,
  step: string,
  said: readonly string[] | Error | undefined,
): string | undefined {
  if (said === undefined || said instanceof Error) return undefined;
  const text = said.filter((line) => line !== '').join('\n');
  return table.find((row) => row.scenario === scenario && row.step.test(step) && row.ours.test(text))?.why;
}
