/** Computes the result for each object once. Requests that share a read get the same rows. */
export const memoizeByObject = <Subject extends object, Result>(
  compute: (subject: Subject) => Result,
): ((subject: Subject) => Result) => {
  const known = new WeakMap<Subject, Result>()
  return (subject) => {
    const result = known.get(subject) ?? compute(subject)
    known.set(subject, result)
    return result
  }
}
