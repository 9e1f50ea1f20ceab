/** The middle of the values; the mean of both middle values if there are an even number. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** The smallest of the sorted values that at least `percent` percent of the values do not exceed. */
export const percentile = (sorted: Float64Array, percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN

/** The largest difference from the median, as a part of the median: a measure of disturbance. */
export const spread = (values: readonly number[]): number => {
  const middle = median(values)
  return Math.max(...values.map((value) => Math.abs(value - middle))) / middle
}
