/**
 * Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/. It is
 * implemented here because only three kinds of metrics are needed, and the usual package has had no release since mid-2024
 * and depends on the OpenTelemetry API.
 */
export interface Instrument {
  lines(): string[];
}

/** Label values must come from a fixed set: values chosen by clients would grow the list without limit. */
type Labels = Record<string, string | number>;

/** A value that only increases. */
export function createCounter(name: string, help: string): Instrument & { add(labels: Labels, amount?: number): void } {
  const series = new Map<string, { labels: Labels; value: number }>();
  return {
    add(labels, amount = 1) {
      const key = keyOf(labels);
      const one = series.get(key);
      if (one) one.value += amount;
      else series.set(key, { labels, value: amount });
    },
    lines: () => [
      ...head(name, 'counter', help),
      ...[...series.values()].map(({ labels, value }) => `${name}${write(labels)} ${value}`),
    ],
  };
}

/** A value that is read when the metrics are requested. */
export function createGauge(name: string, help: string, read: () => [Labels, number][]): Instrument {
  return {
    lines: () => [...head(name, 'gauge', help), ...read().map(([labels, value]) => `${name}${write(labels)} ${value}`)],
  };
}

/** Counts values by size. `bounds` are in ascending order. */
export function createHistogram(
  name: string,
  help: string,
  bounds: readonly number[],
): Instrument & { observe(labels: Labels, value: number): void } {
  const series = new Map<string, { labels: Labels; buckets: number[]; sum: number; count: number }>();
  return {
    observe(labels, value) {
      const key = keyOf(labels);
      let one = series.get(key);
      if (!one) {
        one = { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
        series.set(key, one);
      }
      const at = bounds.findIndex((bound) => value <= bound);
      if (at >= 0) one.buckets[at] = (one.buckets[at] ?? 0) + 1;
      one.sum += value;
      one.count += 1;
    },
    lines: () => [
      ...head(name, 'histogram', help),
      ...[...series.values()].flatMap(({ labels, buckets, sum, count }) => {
        let below = 0;
        const cumulative = bounds.map((bound, at) => {
          below += buckets[at] ?? 0;
          return `${name}_bucket${write({ ...labels, le: bound })} ${below}`;
        });
        return [
          ...cumulative,
          `${name}_bucket${write({ ...labels, le: '+Inf' })} ${count}`,
          `${name}_sum${write(labels)} ${sum}`,
          `${name}_count${write(labels)} ${count}`,
        ];
      }),
    ],
  };
}

const head = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

/**
 * The key of a series within one instrument. Its labels always have the same order, so this is cheaper than the written form.
 */
const keyOf = (labels: Labels) => Object.values(labels).join('\n');

function write(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${String(value).replace(/["\\\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
