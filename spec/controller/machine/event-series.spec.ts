import { describe, expect, it } from '@jest/globals';
import { eventLimits, EventSeries } from '../../../src/controller/machine/event-series.ts';
import { newEvent } from '../../../src/controller/machine/new-event.ts';
import { kubeObject } from 'rx-informer/testing';
import { fc } from '../../support/properties.ts';

const minute = 60_000;
const eventAbout = (name: string, now: number) =>
  newEvent(
    kubeObject(`shop/${name}`, { apiVersion: 'v1', kind: 'Pod' }),
    { type: 'Normal', reason: 'Scaled', action: 'Scale', note: '' },
    { reportingController: 'c', reportingInstance: 'c' },
    { now, nanoseconds: BigInt(now) },
  );

/**
 * Sends and answers all requests that are allowed at the given time. Returns the name of each object with the count of
 * its series.
 */
function sendAll(series: EventSeries, now: number, isWritten = true): string[] {
  return Array.from(
    series.writes(() => now),
    ({ event, series: fields, settle }) => {
      settle(isWritten, now);
      return `${event.regarding.name}${fields === undefined ? '' : ` ${fields.count}`}`;
    },
  );
}

describe('EventSeries', () => {
  it('should end the series that was observed first if there are more than 4,096', () => {
    const series = new EventSeries();
    series.add(eventAbout('first', 0), 0);
    series.add(eventAbout('second', 0), 0);
    sendAll(series, 0);
    series.add(eventAbout('first', 1), 1);
    series.add(eventAbout('first', 1), 1);
    series.add(eventAbout('second', 1), 1);
    expect(sendAll(series, 1)).toEqual(['first 3', 'second 2']);
    series.add(eventAbout('first', 2), 2);

    for (let index = 0; index < eventLimits.series; index++) {
      series.add(eventAbout(`other-${index}`, 3), 3);
      expect(sendAll(series, 3).at(-1)).toBe(index === eventLimits.series - 1 ? 'first 4' : `other-${index}`);
    }
    series.add(eventAbout('first', 4), 4);
    expect(sendAll(series, 4)).toEqual(['first']);
  });

  it('should try a failed series again when it ends, and then forget it', () => {
    const series = new EventSeries();
    series.add(eventAbout('web', 0), 0);
    series.add(eventAbout('web', 0), 0);
    expect(sendAll(series, 0, false)).toEqual(['web', 'web 2']);
    series.advance(6 * minute);
    expect(sendAll(series, 6 * minute, false)).toEqual(['web 2']);
    expect(series.nextDueAt).toBeUndefined();
    expect(series.isIdle).toBe(true);
  });

  it('should write exactly the number of occurrences for any times, answers and checks (property)', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 8 * minute }),
      name: fc.constantFrom('a', 'b', 'c'),
      sends: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const series = new EventSeries();
        const counts = new Map<string, number>();
        let now = 0;
        const send = (): void => {
          for (const { event, series: fields, settle } of series.writes(() => now)) {
            const { name } = event.metadata;
            expect(fields === undefined).toBe(!counts.has(name));
            counts.set(name, fields?.count ?? 1);
            settle(true, now);
          }
        };
        for (const { wait, name, sends } of steps) {
          now += wait;
          series.advance(now);
          series.add(eventAbout(name, now), now);
          if (sends) send();
        }
        series.finishAll();
        send();
        send();
        expect(Array.from(counts.values()).reduce((sum, count) => sum + count, 0)).toBe(steps.length);
        expect(series.isIdle).toBe(true);
        expect(series.nextDueAt).toBeUndefined();
      }),
    );
  });
});
