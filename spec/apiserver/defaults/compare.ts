/**
 * Creates sample objects on the embedded server and on a real kube-apiserver, and then replaces each object with its
 * original body. Except for generated names, the responses of both servers must be equal.
 *
 *     npm run suite -- apiserver:defaults [--record] [--show 20] [--only TEXT] [--server URL --token T --ca FILE]
 *
 * `--record` stores the responses of the real server in created.json. The specs compare the embedded server with this
 * file.
 */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { createApiServer } from 'rx-informer/apiserver';
import { down, up } from '../../kube/kube.mjs';
import { difference } from '../differential/difference.ts';
import { type Server, serverAt } from '../differential/server.ts';
import { type Sample, samples as printed } from '../tables/samples/index.ts';
import { type Created, creations } from './created.ts';
import { samples } from './samples/index.ts';

const { values: options } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    show: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    server: { type: 'string' },
    token: { type: 'string', default: '' },
    ca: { type: 'string' },
  },
});

const cluster = options.server === undefined ? await up() : undefined;
// The embedded server gets the same admin user as the real server.
const admin = { user: 'admin', uid: 'admin', groups: ['system:masters'] };
const embedded = createApiServer({ tokens: { token: admin } });
try {
  const { url } = await embedded.listen();
  const real =
    cluster === undefined
      ? serverAt(options.server ?? '', options.token, options.ca)
      : serverAt(cluster.server, cluster.token, cluster.caFile);
  process.exitCode = (await compare(real, serverAt(url, 'token'))) ? 0 : 1;
} finally {
  await embedded.close();
  if (cluster !== undefined) await down(cluster);
}

async function compare(real: Server, own: Server): Promise<boolean> {
  const asked = [...samples, ...printed.filter(isStill)].filter(({ path, object }) =>
    `${path} ${JSON.stringify(object)}`.includes(options.only),
  );
  const expected = await creations(real, asked);
  const found = await creations(own, asked);
  const refused = expected.filter(({ answers }) => answers.created.status >= 300);
  for (const { path, answers } of refused)
    console.log(`refused: ${path} ${String(answers.created.body['message'])}`);
  const all = expected
    .flatMap((one, at) => {
      const other = found[at];
      return other === undefined ? [] : [{ one, other }];
    })
    .filter(({ one }) => !refused.includes(one))
    .map((both) => (refusesAgain(both.one) ? { one: once(both.one), other: once(both.other) } : both));
  const different = all.filter(({ one, other }) => !isDeepStrictEqual(one, other));
  for (const { one, other } of different.slice(0, Number(options.show))) {
    console.log(`— ${one.path} ${JSON.stringify(one.object).slice(0, 200)}`);
    console.log(difference(one.answers, other.answers));
  }
  if (options.record) {
    const lines = all.map(({ one }) => JSON.stringify(one));
    writeFileSync(new URL('created.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`);
  }
  console.log(`${all.length - different.length} passed, ${different.length} failed`);
  return different.length === 0;
}

/**
 * Whether the real server refuses a PUT with the original body of the object. This comparison does not check the rule
 * that causes the refusal.
 */
function refusesAgain({ answers }: Created): boolean {
  return (answers.replaced?.status ?? 300) >= 300;
}

function once(one: Created): Created {
  return { ...one, answers: { created: one.answers.created, replaced: undefined } };
}

/**
 * Whether the object stays as the test has written it. Controllers change CRDs, APIServices and objects with an owner
 * at once.
 */
function isStill({ path, object }: Sample): boolean {
  return (
    !/customresourcedefinitions|apiservices/.test(path) && !JSON.stringify(object).includes('ownerReferences')
  );
}
