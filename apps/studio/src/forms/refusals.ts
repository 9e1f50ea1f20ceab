import { isClientError } from '@content-service/client'

/** What the service refused, by the names of the fields. */
export type Refused = Readonly<Record<string, string>>

/** The refusals below a path, by the rest of their paths: `2.text` for `body.2.text`. */
export const pickInside = (refused: Refused, path: string): Refused =>
  Object.fromEntries(
    Object.entries(refused)
      .filter(([name]) => name.startsWith(`${path}.`))
      .map(([name, message]) => [name.slice(path.length + 1), message]),
  )

/** A value that the service refused: `['rooms', '1', 'name']`. */
export interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

export const listProblems = (error: unknown): readonly Problem[] =>
  isClientError(error) && 'problems' in error
    ? error.problems.map(({ path, message }) => ({ path: path.map(String), message }))
    : []

const nameProblems = (
  problems: readonly Problem[],
  name: (path: readonly string[]) => readonly string[],
): Refused =>
  Object.fromEntries(problems.flatMap(({ path, message }) => name(path).map((each) => [each, message])))

/** What the service refused of a record: at its fields, and at the paths of their parts, such as `body.2.text`. */
export const readRefusals = (problems: readonly Problem[]): Refused =>
  nameProblems(problems, (path) => [...path.slice(0, 1), path.join('.')])

/** What the service refused of a small form, whose fields can be members of a group: `website` of `/profile/website`. */
export const readMemberRefusals = (error: unknown): Refused =>
  nameProblems(listProblems(error), (path) => path)

/** Whether each refusal stands at a field with one of these names. */
export const isAtFields = (error: unknown, names: readonly string[]): boolean =>
  isClientError(error) &&
  'problems' in error &&
  error.problems.length > 0 &&
  error.problems.every(({ path }) => path.some((part) => names.includes(String(part))))
