import { InvalidRule, display } from './errors.ts'
import type { AnyObject, ForcedSubject, Subject, SubjectClass, SubjectType } from './types.ts'

const TYPE = '__caslSubjectType__'

export const wrapArray = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** Whether the value is the type of a subject and no subject. */
export const isSubjectType = (value: unknown): value is SubjectType =>
  typeof value === 'string' || typeof value === 'function'

/**
 * Marks an object with the name of its type, and returns the object.
 * @throws {InvalidRule} if the object is marked with another name.
 */
export function subject<T extends string, U extends object>(type: T, object: U): U & ForcedSubject<T> {
  // Programs also pass what a database has not found.
  const given = object as (U & Partial<ForcedSubject<T>>) | null | undefined
  if (!given) return object as U & ForcedSubject<T>
  if (!Object.hasOwn(given, TYPE)) Object.defineProperty(given, TYPE, { value: type })
  else if (given[TYPE] !== type)
    throw new InvalidRule(`An object of the type ${display(given[TYPE])} cannot have the type "${type}", too`)
  return object as U & ForcedSubject<T>
}

/** The class of an object. A member "constructor" of the object itself is data. */
export function classOfSubject(object: object): SubjectClass {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype === null)
    throw new InvalidRule('The type of an object without a class is unknown; call "subject"')
  return (prototype as { readonly constructor: SubjectClass }).constructor
}

export const nameOfType = (type: SubjectType): string =>
  typeof type === 'string' ? type : type.modelName || type.name

/** The name of the type of an object: the name that `subject` gave it, or the name of its class. */
export const detectSubjectType = (object: Exclude<Subject, SubjectType>): string =>
  Object.hasOwn(object, TYPE) ? ((object as AnyObject)[TYPE] as string) : nameOfType(classOfSubject(object))
