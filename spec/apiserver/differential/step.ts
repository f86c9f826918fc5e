import type { Chance } from './chance.ts';
import { type Kind, metadata } from './kinds.ts';
import type { Answer, Body, Server } from './server.ts';

/** One write, which the comparison sends to both servers. */
export interface Step {
  /** A description of the write for the report. */
  readonly name: string;
  readonly run: (server: Server) => Promise<Answer>;
}

const types = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** Returns a random write for the object at a path. */
export function stepOf(kind: Kind, path: string, chance: Chance): Step {
  const manager = chance.pick(['alice', 'bob', 'kubectl']);
  const choices: [() => Step, ...(() => Step)[]] = [
    () => apply(kind, path, manager, chance),
    () => apply(kind, path, manager, chance),
    () => apply(kind, path, manager, chance),
    () => apply(kind, path, manager, chance),
    () => put(kind, path, manager, chance),
    () => patch(path, manager, 'merge', { ...overlay(kind, chance), metadata: metadata(chance) }),
    () => jsonPatch(path, manager, chance),
  ];
  if (kind.builtIn) choices.push(() => patch(path, manager, 'strategic', overlay(kind, chance)));
  if (kind.status !== undefined) choices.push(() => status(kind, path, manager, chance));
  if (kind.scale) choices.push(() => scale(path, manager, chance));
  if (chance.once(30)) return reset(path, manager);
  return chance.pick(choices)();
}

const withManager = (path: string, manager: string, more = ''): string =>
  `${path}?fieldManager=${manager}${more}`;

const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

function apply(kind: Kind, path: string, manager: string, chance: Chance): Step {
  const force = chance.once(2);
  const dryRun = chance.once(12);
  const { apiVersion } = kind;
  const body = {
    apiVersion,
    kind: kind.kind,
    metadata: { name: nameOf(path), ...metadata(chance) },
    ...kind.configuration(chance),
  };
  const query = `${force ? '&force=true' : ''}${dryRun ? '&dryRun=All' : ''}`;
  const name = `apply by ${manager}${query}: ${JSON.stringify(body)}`;
  return { name, run: (server) => server.ask('PATCH', withManager(path, manager, query), body, types.apply) };
}

/** Reads the current object, merges random fields into it, and sends it by a PUT. */
function put(kind: Kind, path: string, manager: string, chance: Chance): Step {
  const [more, meta] = [overlay(kind, chance), metadata(chance)];
  const keeps = !chance.once(4);
  const name = `put by ${manager}${keeps ? '' : ' without managed fields'}: ${JSON.stringify({ ...more, metadata: meta })}`;
  return {
    name,
    run: async (server) => {
      const { status: found, body } = await server.ask('GET', path);
      if (found !== 200) return { status: found, body };
      const { managedFields, ...rest } = body['metadata'] as Body;
      const next = laidOver(
        { ...body, metadata: { ...rest, ...(keeps ? { managedFields } : {}) } },
        { ...more, metadata: meta },
      );
      return server.ask('PUT', withManager(path, manager), next);
    },
  };
}

function patch(path: string, manager: string, type: keyof typeof types, body: unknown): Step {
  const name = `${type} patch by ${manager}: ${JSON.stringify(body)}`;
  return { name, run: (server) => server.ask('PATCH', withManager(path, manager), body, types[type]) };
}

function jsonPatch(path: string, manager: string, chance: Chance): Step {
  const value = chance.pick(['1', '2', '3']);
  const operations: [Body, ...Body[]] = [
    { op: 'add', path: '/metadata/labels', value: { a: value } },
    { op: 'add', path: '/metadata/annotations', value: { 'example.com/z': value } },
    { op: 'remove', path: '/metadata/labels' },
    { op: 'replace', path: '/metadata/labels/a', value },
  ];
  return patch(path, manager, 'json', [chance.pick(operations)]);
}

function status(kind: Kind, path: string, manager: string, chance: Chance): Step {
  const body = { metadata: metadata(chance), status: kind.status?.(chance) };
  if (chance.once(2)) {
    const { apiVersion } = kind;
    const applied = { apiVersion, kind: kind.kind, metadata: { name: nameOf(path) }, status: body.status };
    const name = `apply of the status by ${manager}: ${JSON.stringify(applied)}`;
    const target = withManager(`${path}/status`, manager, '&force=true');
    return { name, run: (server) => server.ask('PATCH', target, applied, types.apply) };
  }
  const step = patch(`${path}/status`, manager, 'merge', body);
  return { ...step, name: `status: ${step.name}` };
}

function scale(path: string, manager: string, chance: Chance): Step {
  const body = { spec: { replicas: 1 + chance.below(4) } };
  const step = patch(`${path}/scale`, manager, 'merge', body);
  return {
    name: `scale: ${step.name}`,
    run: async (server) => {
      const answer = await step.run(server);
      return answer.status === 200 ? server.ask('GET', path) : answer;
    },
  };
}

const reset = (path: string, manager: string): Step =>
  patch(path, manager, 'merge', { metadata: { managedFields: [{}] } });

const overlay = (kind: Kind, chance: Chance): Body => kind.configuration(chance);

/**
 * Merges the second value into the first value. Objects are merged member by member. Any other second value, for
 * example a list, replaces the first value.
 */
function laidOver(target: unknown, over: unknown): unknown {
  if (!isObject(target) || !isObject(over)) return over;
  return {
    ...target,
    ...Object.fromEntries(Object.entries(over).map(([name, value]) => [name, laidOver(target[name], value)])),
  };
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
