/** A tab in the background, a page that only frames others, or a browser without paint timing may never report a paint. */
const LATEST_MS = 2000;

/** Resolves when the browser has painted the first content of the page, or after two seconds. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LATEST_MS);
    const note = (list: PerformanceObserverEntryList) =>
      list.getEntriesByName('first-contentful-paint')[0] && resolve();
    new PerformanceObserver(note).observe({ type: 'paint', buffered: true });
  });
}
