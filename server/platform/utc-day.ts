/** The day of a time (epoch milliseconds), in UTC: `yyyy-mm-dd`. */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
