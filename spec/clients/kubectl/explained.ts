interface Explained {
  readonly scenario: string;
  readonly step: RegExp;
  readonly why: string;
  /** The output that kubectl must have with the embedded server. Another output counts as an unknown difference. */
  readonly ours: RegExp;
}

const itself = 'the output is the version and the build of the server';
const contents = 'objects that a real server creates for components that the embedded server does not have';
const controllers = 'the real server runs without controllers here, so a deletion never finishes';
const order = 'the result of the patch has its members in another order';
const decoder = 'the message of a parser in Go differs; the refusal is the same';

const none = /^exit 0\nstderr: No resources found$/;

/**
 * All known differences between the servers, with their reasons. If a listed difference no longer occurs, the suite
 * fails, too.
 */
const table: readonly Explained[] = [
  {
    scenario: 'inspecting',
    step: /^version$/,
    why: itself,
    ours: /^Server Version: v1\.36\.0\+rx-informer$/m,
  },
  {
    scenario: 'inspecting',
    step: /^version -o json$/,
    why: itself,
    ours: /"gitVersion": "v1\.36\.0\+rx-informer"/,
  },
  {
    scenario: 'inspecting',
    step: /raw \/version$/,
    why: itself,
    ours: /"gitVersion": ?"v1\.36\.0\+rx-informer"/,
  },
  {
    scenario: 'inspecting',
    step: /^api-resources (?:-o wide )?--no-headers$/,
    why: 'only a scheduler creates bindings, and only of one pod',
    ours: /^configmaps +cm +v1 +true +ConfigMap/m,
  },
  {
    scenario: 'inspecting',
    step: /^get (?:componentstatuses|prioritylevelconfigurations)$/,
    why: contents,
    ours: none,
  },
  {
    scenario: 'inspecting',
    step: /^get (?:apiservices|flowschemas|leases -A) -o name$/,
    why: contents,
    ours: /^exit 0$/,
  },
  { scenario: 'inspecting', step: /^get clusterroles -o name$/, why: contents, ours: /\/view$/m },
  {
    scenario: 'reading',
    step: /"app in"/,
    why: decoder,
    ours: /^exit 1\nstderr: Error from server \(BadRequest\): .* unable to parse requirement: /,
  },
  {
    scenario: 'patching',
    step: /--type=(?:merge -p '\{"spec":\{"replicas":"x"|json -p '\[\{"op":"add","path":"\/spec\/paused")/,
    why: order,
    ours: /^exit 1\nstderr: The request is invalid: patch: Invalid value: "\{.*\}": json: cannot unmarshal string into Go struct field DeploymentSpec\.spec\.(?:replicas of type int32|paused of type bool)$/,
  },
  {
    scenario: 'patching',
    step: /"nodeName":"other"/,
    why: 'the differences are shown as Go types; the refusal is the same',
    ours: /^exit 1\nstderr: The Pod "a" is invalid: spec: Forbidden: pod updates may not change fields other than /,
  },
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

/** Returns the known reason for a difference, if the output with the embedded server is the expected output. */
export function explained(
  scenario: string,
  step: string,
  said: readonly string[] | Error | undefined,
): string | undefined {
  if (said === undefined || said instanceof Error) return undefined;
  const text = said.filter((line) => line !== '').join('\n');
  return table.find((row) => row.scenario === scenario && row.step.test(step) && row.ours.test(text))?.why;
}
