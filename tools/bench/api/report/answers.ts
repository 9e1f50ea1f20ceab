import { isDeepStrictEqual } from 'node:util'
import type { WorkloadName } from '../workloads.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of the only field of `data`, without the wrappers of payloads and connections. */
const unwrap = (body: Json): Json => {
  if (!isObject(body) || !('data' in body)) return body
  const [value = null] = isObject(body['data'] ?? null) ? Object.values(body['data'] as object) : []
  if (!isObject(value)) return value
  if ('comment' in value) return value['comment'] as Json
  if (Array.isArray(value['edges'])) return value['edges'].map(({ node }) => node)
  return value
}

/** Ids are texts, times are in UTC with milliseconds, and fields are in alphabetical order. */
const normalizeValue = (name: string, value: Json): Json => {
  if (Array.isArray(value)) return value.map((item) => normalizeValue('', item))
  if (isObject(value)) return normalizeFields(value)
  if (name === 'id') return String(value)
  if (name.endsWith('At') && value !== null) return new Date(String(value)).toISOString()
  return value
}

const normalizeFields = (fields: { readonly [name: string]: Json }): Json =>
  Object.fromEntries(
    Object.entries(fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, normalizeValue(name, value)]),
  )

/** A new comment has another id and time each time, and an edited article another version and time. */
const NEW_VALUES: Partial<Readonly<Record<WorkloadName, readonly string[]>>> = {
  W5: ['id', 'createdAt'],
  W7a: ['version', 'updatedAt'],
  W7b: ['version'],
  W20a: ['version', 'updatedAt'],
  W20b: ['version', 'updatedAt'],
}

const withoutFields = (value: Json, names: readonly string[]): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
    : value

/** For several words, the service also ranks by their distance, so that its order is its own: the numbers of hits are equal. */
const isRankedByEach = (workload: WorkloadName): boolean => workload === 'W4b'

/** The response in the form in which those of all contestants must be equal. */
export const normalizeAnswer = (workload: WorkloadName, body: unknown): Json => {
  const value = normalizeValue('', unwrap(body as Json))
  if (isRankedByEach(workload) && Array.isArray(value)) return value.map(() => null)
  return withoutFields(value, NEW_VALUES[workload] ?? [])
}

/** Where two values differ first, as a path; null if they are equal. */
export const findDifference = (a: Json, b: Json, path = 'response'): string | null => {
  if (isDeepStrictEqual(a, b)) return null
  const areBoth = (test: (value: Json) => boolean): boolean => test(a) && test(b)
  if (!areBoth(isObject) && !areBoth(Array.isArray))
    return `${path} is ${JSON.stringify(a)} and ${JSON.stringify(b)}`
  const [left, right] = [a, b] as readonly { readonly [name: string]: Json }[]
  for (const name of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])) {
    const [value, other] = [left?.[name], right?.[name]]
    if (value === undefined || other === undefined) return `${path}.${name} is only in one response`
    const difference = findDifference(value, other, `${path}.${name}`)
    if (difference !== null) return difference
  }
  return null
}

/** The number of rows that a full answer has at least. */
const ROWS: Partial<Readonly<Record<WorkloadName, number>>> = {
  // A small data set has no title with some words.
  ...{ W4b: 0, W14: 0, W14b: 0, W16: 1 },
  ...{ W2: 20, W2p: 20, W3b: 20, W4: 1, W6: 100, W8: 100 },
  ...{ W10: 20, W11: 20, W12a: 20, W12b: 20, W13a: 20, W13b: 20, W17: 20, W18a: 100, W18b: 100 },
}

/** Whether an answer contains what the workload asks for: empty answers would be equal, too. */
export const isFull = (workload: WorkloadName, answer: Json): boolean => {
  const rows = ROWS[workload]
  return rows === undefined ? isObject(answer) : Array.isArray(answer) && answer.length >= rows
}
