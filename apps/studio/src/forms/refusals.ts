import { isClientError } from '@content-service/client'

/** What the service refused, by the names of the fields. */
export type Refused = Readonly<Record<string, string>>

/** What the service refused, by the names in the path of each value: `website` has what `/profile/website` has. */
export const readRefusals = (error: unknown): Refused =>
  isClientError(error) && 'problems' in error
    ? Object.fromEntries(
        error.problems.flatMap(({ path, message }) => path.map((part) => [String(part), message])),
      )
    : {}

/** Whether each refusal stands at a field with one of these names. */
export const isAtFields = (error: unknown, names: readonly string[]): boolean =>
  isClientError(error) &&
  'problems' in error &&
  error.problems.length > 0 &&
  error.problems.every(({ path }) => path.some((part) => names.includes(String(part))))
