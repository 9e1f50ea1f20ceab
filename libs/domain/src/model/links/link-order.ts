import type { RecordType } from '../types/record-type.ts'
import { listOutgoing, type OutgoingLink } from './outgoing-links.ts'

type Types = readonly RecordType[]

const listOthers = (type: RecordType): readonly OutgoingLink[] =>
  listOutgoing(type).filter(({ to }) => to.name !== type.name)

/** Whether links lead from the type over other types back to it. */
const isInCircle = (type: RecordType, types: Types): boolean => {
  const reached = new Set<string>()
  const waiting = [type]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const { to } of listOthers(next))
      if (!reached.has(to.name)) {
        reached.add(to.name)
        waiting.push(...types.filter(({ name }) => name === to.name))
      }
  return reached.has(type.name)
}

/** The types that can come next: those without links to the others, or one of a circle whose links can be empty. */
const findNext = (types: Types): Types => {
  const names = new Set(types.map(({ name }) => name))
  const free = types.filter((type) => !listOthers(type).some(({ to }) => names.has(to.name)))
  if (free.length > 0) return free
  const needsOther = (type: RecordType): boolean =>
    listOthers(type).some(({ to, isOptional }) => !isOptional && names.has(to.name))
  return types.filter((type) => !needsOther(type) && isInCircle(type, types)).slice(0, 1)
}

/**
 * The types in an order in which each type stands behind the types that it links to. In a circle of types, a link that can be
 * empty leads to a later type (C15.21). A circle without such a link stays in its order, and `checkLinks` refuses it.
 */
export const orderByLinks = (types: Types): Types => {
  const next = findNext(types)
  if (next.length === 0) return types
  return [...next, ...orderByLinks(types.filter((type) => !next.includes(type)))]
}
