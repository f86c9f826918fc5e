import { describe, expect, it } from '@jest/globals';
import { StatusError } from 'rx-informer';
import type { ApiServer, ObjectAccess } from 'rx-informer/apiserver';
import { movableClock } from '../../support/movable-clock.ts';
import { drawing, phaseOf, podsOf, watchChurn } from './watch-churn.ts';

/** Wraps `objects` of a server. The result calls `action` before each create and each patch. */
const before =
  (action: () => void) =>
  ({ objects }: ApiServer): ObjectAccess => ({
    ...objects,
    create: (resource, object) => {
      if (resource.resource === 'pods') action();
      return objects.create(resource, object);
    },
    patch: (...given) => {
      action();
      return objects.patch(...given);
    },
  });

describe('the steps of churn', () => {
  const setClock = movableClock();

  it('should create pods for at most 10 ms, and continue 20 ms later', () => {
    const counts: number[] = [];
    const count = (server: ApiServer) => counts.push(podsOf(server).length);
    const slow = before(() => {
      setClock(5);
    });
    watchChurn({ pods: 5, rate: 0 }, { 5: count, 25: count, 45: count }, slow);

    expect(counts).toEqual([2, 4, 5]);
  });

  it('should make no events before all pods exist', () => {
    const phases: string[] = [];
    const slow = before(() => {
      setClock(5);
    });
    watchChurn(
      { pods: 5, rate: 1000, random: drawing(0.5) },
      { 39: (server) => phases.push(...podsOf(server).map(({ status }) => status?.phase ?? '')) },
      slow,
    );

    expect(phases).toEqual(['Pending', 'Pending', 'Pending', 'Pending']);
  });

  it('should count the time of the events from the creation of the last pod', () => {
    const phases: string[] = [];
    const look = (server: ApiServer) => phases.push(podsOf(server).map(phaseOf).join(', '));
    let created = 0;
    const slow = before(() => {
      if (created++ < 3) setClock(10);
    });
    // The demo creates one pod in each of its steps at 0, 20 and 40 ms, and makes one change at 1040 ms.
    watchChurn({ pods: 3, rate: 1, random: drawing(0.5) }, { 1035: look, 1045: look }, slow);

    expect(phases).toEqual([
      'web-0 Pending, web-1 Pending, web-2 Pending',
      'web-0 Pending, web-1 Running, web-2 Pending',
    ]);
  });

  it('should make events for at most 10 ms in a step', () => {
    let patches = 0;
    const slow = before(() => {
      patches++;
      setClock(5);
    });
    const counts: number[] = [];
    const count = () => counts.push(patches);
    // The first step creates one pod. Each later step may use 5 ms, which is too little time for all its work.
    watchChurn({ pods: 1, rate: 1000, random: drawing(0.5) }, { 5: count, 25: count, 45: count }, slow);

    expect(counts).toEqual([1, 3, 5]);
  });

  it('should catch up at most one second after the process was suspended', () => {
    let events = 0;
    const counting = before(() => {
      events++;
    });
    watchChurn(
      { pods: 3, rate: 10, random: drawing(0.5) },
      {
        1005: () => {
          setClock(60_000);
          events = 0;
        },
        1025: () => expect(events).toBe(10),
      },
      counting,
    );
    expect.assertions(1);
  });
});

describe('errors of churn', () => {
  /** Wraps `objects` of a server. The first call of `patch` throws the given error. */
  const failingOnce = (error: Error) => {
    let failed = false;
    return ({ objects }: ApiServer): ObjectAccess => ({
      ...objects,
      patch: (...given) => {
        if (failed) return objects.patch(...given);
        failed = true;
        throw error;
      },
    });
  };

  it('should continue after a write that the server refuses, which counts as one event', () => {
    const refusal = new StatusError({
      code: 409,
      reason: 'Conflict',
      message: 'another client has written the object',
    });
    const phases: string[] = [];
    const look = (server: ApiServer) => phases.push(...podsOf(server).map(phaseOf));
    const errors = watchChurn(
      { pods: 1, rate: 1, random: drawing(0.5) },
      { 1025: look, 2025: look },
      failingOnce(refusal),
    );

    expect(phases).toEqual(['web-0 Pending', 'web-0 Running']);
    expect(errors).toEqual([]);
  });

  it('should fail with an error that is not a refusal of the server', () => {
    const defect = new TypeError('a defect');
    const errors = watchChurn(
      { pods: 1, rate: 1, random: drawing(0.5) },
      { 3000: () => undefined },
      failingOnce(defect),
    );

    expect(errors).toEqual([defect]);
  });
});
