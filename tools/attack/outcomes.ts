/** The numbers of responses, by their names of `nameOutcome`. */
export type Outcomes = ReadonlyMap<string, number>

const CODE = /"code":"([A-Z_]+)"|"error":"([a-z_]+)"/
/** The name of a whole response. */
export const SERVED = '200'

/** The status with the code of its error, if the body names one: `503 TIMEOUT`. GraphQL also sends errors with 200. */
export const nameOutcome = (status: number | null, body: string): string => {
  if (status === null) return 'no response'
  if (status < 400 && !body.includes('"errors":[')) return String(status)
  const [, code, error] = CODE.exec(body) ?? []
  return [status, code ?? error ?? 'without a code'].join(' ')
}

export const countOutcome = (outcomes: Map<string, number>, outcome: string): void =>
  void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

export const countUnserved = (outcomes: Outcomes): number =>
  [...outcomes].reduce((sum, [name, count]) => sum + (name === SERVED ? 0 : count), 0)

/** `200: 14, 503 TIMEOUT: 2`, the most frequent first. */
export const showOutcomes = (outcomes: Outcomes): string =>
  [...outcomes]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')
