import { badUserInput, type Problem } from './errors.ts'

/** C16.1: each object or list is a level. */
const MOST_LEVELS = 32
/** C16.1: the most bytes of a value as JSON in UTF-8. */
export const MOST_JSON_BYTES = 1_048_576

type Path = Problem['path']

const findTextProblem = (text: string): string | null => {
  if (text.includes('\0')) return 'must not contain the character U+0000'
  return text.isWellFormed() ? null : 'must not contain half of a surrogate pair'
}

const findPlainProblem = (value: unknown): string | null => {
  if (typeof value === 'string') return findTextProblem(value)
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : 'must be a number that a double can have'
  return value === null || typeof value === 'boolean' ? null : 'must be a value of JSON'
}

/** A name that programs take for the prototype of an object. */
const findNameProblem = (name: string): string | null =>
  name === '__proto__' ? 'must not have a member called __proto__' : findTextProblem(name)

/** The first problem of a value, level by level, so that a deep value needs no deep stack. */
const findProblem = (given: unknown): Problem | null => {
  let level: readonly (readonly [unknown, Path])[] = [[given, []]]
  for (let levels = 0; level.length > 0; levels += 1) {
    const next: (readonly [unknown, Path])[] = []
    for (const [value, path] of level) {
      if (typeof value !== 'object' || value === null) {
        const message = findPlainProblem(value)
        if (message !== null) return { path, message }
        continue
      }
      if (levels === MOST_LEVELS)
        return { path, message: `must have at most ${MOST_LEVELS} levels of lists and objects` }
      if (Array.isArray(value)) value.forEach((item, index) => next.push([item, [...path, index]]))
      else
        for (const [name, member] of Object.entries(value)) {
          const message = findNameProblem(name)
          if (message !== null) return { path, message }
          next.push([member, [...path, name]])
        }
    }
    level = next
  }
  return null
}

/** C16.1: a value that JSON and the database can hold, and that nobody misreads. @throws BAD_USER_INPUT. */
export const requireJson = (value: unknown): void => {
  const problem = findProblem(value)
  if (problem !== null) throw badUserInput([problem])
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > MOST_JSON_BYTES)
    throw badUserInput([{ path: [], message: `must have at most 1 MiB as JSON, and has ${bytes} bytes` }])
}
