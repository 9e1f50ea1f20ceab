import { problem } from '../checks/model-problem.ts'

type Values = Readonly<Record<string, unknown>>

/** The members of a record that no declaration names. */
export const OWN_MEMBERS = ['id', 'createdAt', 'updatedAt', 'version', 'ref'] as const

/** The names of fields as clients send them: `endsAt`, `venueId`, `speakerIds`. */
type PathName<Record> = Exclude<keyof Record & string, (typeof OWN_MEMBERS)[number]>

/** C16.3: one problem of a whole record: the field as clients send it, `['endsAt']` or `['venueId']`, and a sentence. */
export interface CheckProblem<Record = Values> {
  readonly path: readonly [PathName<Record>, ...(string | number)[]]
  readonly message: string
}

/**
 * C16.3: finds what is wrong in a record as a whole. `previous` is the record before the write, or null for a new one. The
 * function is synchronous and pure: it reads no clock, no other records and no network.
 */
export type RecordCheck<Record> = (record: Record, previous: Record | null) => readonly CheckProblem<Record>[]

/** The check of a type whose fields nobody knows. */
export type AnyRecordCheck = (record: never, previous: never) => unknown

/** Nobody waits for the promise of an asynchronous check, so that its failure would end the process. */
export const ignoreFailure = (result: unknown): void => {
  if (result instanceof Promise) result.catch(() => undefined)
}

/** Both checks of an extended type. A result that is no list reaches `findCheckProblems` as it is. */
export const joinChecks = (
  one: AnyRecordCheck | null,
  other: AnyRecordCheck | null,
): AnyRecordCheck | null => {
  if (one === null || other === null) return one ?? other
  return (record, previous) => {
    const results = [one(record, previous), other(record, previous)]
    results.forEach(ignoreFailure)
    return results.find((result) => !Array.isArray(result)) ?? results.flat()
  }
}

/** A declaration without types can have any value. */
export const findCheckOptionProblems = (check: unknown): readonly string[] =>
  problem(
    check !== null && typeof check !== 'function',
    `check must be a function, and is ${JSON.stringify(check)}; write (record, previous) => [{ path, message }]`,
  )
