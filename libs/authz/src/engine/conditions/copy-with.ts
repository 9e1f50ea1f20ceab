import { NOTHING } from '../decisions/subject-copy.ts'
import type { Subject } from '../decisions/subject.ts'

/**
 * A copy of a subject with another list, which cannot change. It keeps the prototype, because a rule can refer to a getter of
 * the prototype. Of a subject that cannot be read, such as a revoked proxy, the copy has no rights.
 */
export function copyWith<S extends Subject>(
  subject: S,
  name: 'roles' | 'restrictedTo',
  value: readonly string[],
): S {
  const member = { [name]: { value, enumerable: true } }
  try {
    return Object.create(Object.getPrototypeOf(subject), {
      ...Object.getOwnPropertyDescriptors(subject),
      ...member,
    })
  } catch {
    return Object.create({ id: null, roles: NOTHING, restrictedTo: NOTHING }, member)
  }
}
