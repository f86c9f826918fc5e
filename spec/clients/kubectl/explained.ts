interface Explained {
  readonly scenario: string;
  readonly step: RegExp;
  readonly why: string;
}

const itself = 'it says what it is: its own version, build, checks and address';
const contents = 'objects that a real server makes for its own machinery, which this one does not have';
const rules = 'rules of single built-in kinds, beyond their types, are not checked';
const controllers = 'the real server runs without controllers here: nobody orphans what is to be orphaned';
const second = 'OpenAPI v2 is not served';
const decoder = 'words of a decoder in Go: what is refused, and how, is the same';

/** Every difference that is allowed, and why. One that is no longer there fails too. */
const table: readonly Explained[] = [
  { scenario: 'telling', step: /^version|raw \/version|livez\?verbose|raw \/api$/, why: itself },
  {
    scenario: 'telling',
    step: /^api-resources (?:-o wide )?--no-headers/,
    why: 'bindings are made of a pod alone',
  },
  { scenario: 'telling', step: /plaintext-openapiv2/, why: second },
  {
    scenario: 'telling',
    step: /^get (?:componentstatuses|apiservices|flowschemas|prioritylevel|priorityclasses|clusterroles|service|leases)/,
    why: contents,
  },
  { scenario: 'describing', step: /^describe priorityclass/, why: contents },
  { scenario: 'reading', step: /"app in"/, why: decoder },
  { scenario: 'creating', step: /--schedule='never'|invalid\.yaml/, why: rules },
  { scenario: 'creating', step: /broken\.yaml/, why: decoder },
  { scenario: 'creating', step: /other\.yaml/, why: second },
  { scenario: 'applying', step: /bad\.yaml|selector\.yaml/, why: rules },
  { scenario: 'patching', step: /--type=json -p '\{"a":1\}'|"replicas":"x"/, why: decoder },
  { scenario: 'patching', step: /"replicas":-1|"nodeName":"other"/, why: rules },
  { scenario: 'deleting', step: /^get deployment web --ignore|^create -f deployment/, why: controllers },
  { scenario: 'customizing', step: /unknown\.yaml$/, why: decoder },
];

/** Why a step may differ. */
export function explained(scenario: string, step: string): string | undefined {
  return table.find((row) => row.scenario === scenario && row.step.test(step))?.why;
}
