/**
 * Sends objects with one invalid field to the embedded server and to a real kube-apiserver, as a dry run. There is at
 * least one object of each common kind. Except for the known differences, both servers must return the same status for
 * the same fields. `--record` stores the results of the real server for the specs.
 *
 *     npm run suite -- invalid-objects [--kind pods]… [--show 20] [--record]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createApiServer } from 'rx-informer/apiserver';
import { down, up } from '../../../kube/kube.mjs';
import { closeRun } from '../../../support/close-run.ts';
import { type Server, serverAt } from '../server.ts';
import { asItIs, casesOf } from './breaks.ts';
import { type Manifest, manifests } from './manifests.ts';
import { isNamed } from './named-differences.ts';
import { type Valid, validObjects } from './valid-objects.ts';
import { lineOf, type Verdict, verdictOf } from './verdict.ts';

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: [] },
    show: { type: 'string', default: '20' },
    record: { type: 'boolean', default: false },
  },
});

/**
 * The minimum share of results that are equal on both servers. Each result that differs needs an entry in
 * `named-differences.ts`.
 */
const least = 0.99;
const file = new URL('verdicts.json', import.meta.url);
const recorded: Record<string, Record<string, string>> = {};

const cluster = await up();
const embedded = createApiServer({ tokens: { token: 'admin' } });
let [passed, failed, allNamed] = [0, 0, 0];
try {
  const { url } = await embedded.listen();
  const real = serverAt(cluster.server, cluster.token, cluster.caFile);
  const own = serverAt(url, 'token');
  for (const server of [real, own])
    await server.ask('POST', '/api/v1/namespaces', { metadata: { name: 'differential' } });
  for (const valid of validObjects) {
    const plural = valid.path.split('/').at(-1) ?? '';
    if (options.kind.length === 0 || options.kind.includes(plural))
      await compare(valid.name, ofObject(valid), real, own);
  }
  if (options.kind.length === 0) await compare('manifests', manifests, real, own);
} finally {
  await embedded.close();
  await down(cluster);
}
if (options.record) writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);
const share = passed / (passed + failed + allNamed);
console.log(`${(share * 100).toFixed(2)} % of ${passed + failed + allNamed} verdicts equal`);
if (share < least) failed++;
closeRun(passed, failed);

/** The result if a server closes the connection without a response. The real server does so when its code panics. */
function noAnswer(): Verdict {
  return { status: 0, fields: [] };
}

function ofObject({ path, object }: Valid): readonly Manifest[] {
  return casesOf(object).map(({ name, object: broken }) => ({ name, method: 'POST', path, object: broken }));
}

async function compare(
  kind: string,
  questions: readonly Manifest[],
  real: Server,
  own: Server,
): Promise<void> {
  let [equal, different, named, accepted] = [0, 0, 0, 0];
  const verdicts: Record<string, string> = (recorded[kind] = {});
  for (const question of questions) {
    const { name } = question;
    const [expected, found] = await Promise.all([askOf(real, question), askOf(own, question)]);
    if (name === asItIs && expected.status !== 201)
      throw new Error(`${kind}: the object is not valid: ${lineOf(expected)}`);
    verdicts[name] = lineOf(expected);
    if (lineOf(expected) === lineOf(found)) {
      equal++;
      continue;
    }
    if (isNamed(kind, name)) {
      named++;
      continue;
    }
    different++;
    if (found.status < 300) accepted++;
    if (different <= Number(options.show))
      console.log(`  ${kind} ${name}\n    - ${lineOf(expected)}\n    + ${lineOf(found)}`);
  }
  console.log(
    `${kind}: ${equal} of ${questions.length} verdicts equal, ${named} named as different; ${accepted} accepted that must not be`,
  );
  passed += equal;
  failed += different;
  allNamed += named;
}

async function askOf(server: Server, { method, path, object }: Manifest): Promise<Verdict> {
  const dry = `${path}${path.includes('?') ? '&' : '?'}dryRun=All`;
  const type = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json';
  return server.ask(method, dry, object, type).then(verdictOf, noAnswer);
}
