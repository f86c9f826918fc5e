/** The part of the package `prom-client` that `operations` uses. The types of the package are not needed to compile a program. */
export interface PromClient {
  readonly Registry: new () => Registry;
  readonly Counter: new (configuration: MetricConfiguration) => Counter;
  readonly Gauge: new (configuration: MetricConfiguration) => Gauge;
  readonly Histogram: new (configuration: MetricConfiguration & { readonly buckets: number[] }) => Histogram;
}

export type Labels = Record<string, string>;

export interface Registry {
  readonly contentType: string;
  metrics(): Promise<string>;
}
export interface Counter {
  inc(labels: Labels, value?: number): void;
}
export interface Gauge {
  set(labels: Labels, value: number): void;
}
export interface Histogram {
  observe(labels: Labels, value: number): void;
}

interface MetricConfiguration {
  readonly name: string;
  readonly help: string;
  readonly labelNames: string[];
  readonly registers: Registry[];
}

/** Loads the optional peer dependency. Resolves with `undefined` if it is not installed. */
export async function loadPromClient(): Promise<PromClient | undefined> {
  try {
    const module = (await import('prom-client')) as unknown as PromClient & { readonly default?: PromClient };
    return module.default ?? module;
  } catch {
    return undefined;
  }
}
