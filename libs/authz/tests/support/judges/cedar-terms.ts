import type { CedarValueJson, Expr, TypeAndId } from '@cedar-policy/cedar-wasm/nodejs'
import type { Condition, Reference } from '../../../src/index.ts'

/** A part of a policy of Cedar that no condition can express. */
export class Inexpressible extends Error {}

interface Value {
  readonly kind: 'value'
  readonly value: string | number | boolean | bigint
  readonly isEntity: boolean
}

/** An attribute of the resource or of the subject. `$time` is an attribute of the context. */
interface Path {
  readonly kind: 'path'
  readonly root: 'resource' | 'subject'
  readonly path: readonly string[]
  readonly isEntity: boolean
}

export type Term = Value | Path | { readonly kind: 'set'; readonly items: readonly Value[] }

/** The attributes that each entity has in our model. */
export const UID = '@uid'
export const ANCESTORS = '@in'
export const TYPE = '@type'

export const uidOf = ({ type, id }: TypeAndId): string => `${type}::${JSON.stringify(id)}`

/** Cedar's decimals have four digits after the point. */
export function decimalOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}

function valueOf(json: CedarValueJson): Value {
  if (typeof json === 'object' && json && '__entity' in json)
    return { kind: 'value', value: uidOf(json.__entity as TypeAndId), isEntity: true }
  if (typeof json === 'object') return refuse('a record')
  return { kind: 'value', value: json, isEntity: false }
}

/** The members by which our model knows a subject. */
const OWN = /^(id|roles|permissions|restrictedTo)$/

/** An attribute of a path. `context` is the path `$` of the subject. */
export function memberOf(of: Term, name: string, entities: ReadonlySet<string>): Path {
  if (of.kind !== 'path') return refuse('an attribute of a constant')
  if (of.root === 'subject' && of.path.length === 0 && OWN.test(name))
    return refuse(`the attribute "${name}"`)
  const path = of.path[0] === '$' ? [`$${name}`] : [...of.path, name]
  return { ...of, path, isEntity: entities.has(name) }
}

/** The term of an expression that is no condition. `entities` are the names of attributes that are entities. */
export function termOf(expression: Expr, entities: ReadonlySet<string>): Term {
  if ('Value' in expression) return valueOf(expression.Value as CedarValueJson)
  if ('Var' in expression) return variables[expression.Var as string] ?? refuse(`"${expression.Var}"`)
  if ('.' in expression) {
    const { left, attr } = expression['.'] as { left: Expr; attr: string }
    return memberOf(termOf(left, entities), attr, entities)
  }
  if ('Set' in expression)
    return {
      kind: 'set',
      items: (expression.Set as Expr[]).map((item) => {
        const term = termOf(item, entities)
        return term.kind === 'value' ? term : refuse('a set with attributes')
      }),
    }
  const [name, given] = Object.entries(expression)[0] ?? []
  const [text] = Array.isArray(given) ? (given as Expr[]) : []
  if (name === 'decimal' && text && 'Value' in text)
    return { kind: 'value', value: decimalOf(String(text.Value)), isEntity: false }
  return refuse(`"${name}"`)
}

const variables: Readonly<Record<string, Term>> = {
  principal: { kind: 'path', root: 'subject', path: [], isEntity: true },
  resource: { kind: 'path', root: 'resource', path: [], isEntity: true },
  context: { kind: 'path', root: 'subject', path: ['$'], isEntity: false },
}

export function refuse(part: string): never {
  throw new Inexpressible(part)
}

/** The condition that `write` returns for the last attribute, inside of the objects on the way. */
export function at({ root, path }: Path, write: (attribute: string) => Condition): Condition {
  const condition = path
    .slice(0, -1)
    .reduceRight<Condition>(
      (inner, attribute) => ({ op: 'is', attribute, condition: inner }),
      write(path.at(-1) ?? refuse('a comparison of an entity with a value')),
    )
  return root === 'subject' ? { op: 'subject', condition } : condition
}

export const attributeOf = (path: Path, name: string): Path => ({ ...path, path: [...path.path, name] })

/** The reference to an attribute of the subject. */
export function referenceTo({ root, path, isEntity }: Path): Reference | undefined {
  const [name, ...others] = isEntity ? [...path, UID] : path
  return root === 'subject' && name !== undefined && others.length === 0 ? { subject: name } : undefined
}

const mirrored = { eq: 'eq', lt: 'gt', lte: 'gte', gt: 'lt', gte: 'lte' } as const

export function compare(op: keyof typeof mirrored, left: Term, right: Term): Condition {
  if (left.kind === 'path') {
    const own = right.kind !== 'set' && right.isEntity ? attributeOf(left, UID) : left
    const value =
      right.kind === 'path' ? referenceTo(right) : right.kind === 'value' ? right.value : undefined
    if (value !== undefined) return at(own, (attribute) => ({ op, attribute, value }))
  }
  if (right.kind === 'path' && (left.kind === 'value' || (left.kind === 'path' && referenceTo(left))))
    return compare(mirrored[op], right, left)
  return refuse(
    left.kind === 'path' && right.kind === 'path'
      ? 'a comparison of two attributes of the resource'
      : 'a comparison of constants or sets',
  )
}

/** Whether a path is one of the values, or is in one of the entities. */
export function isOneOf(path: Path, items: readonly Value[]): Condition {
  const own = items.some(({ isEntity }) => isEntity) ? attributeOf(path, UID) : path
  return at(own, (attribute) => ({ op: 'in', attribute, value: items.map(({ value }) => value) }))
}

/** Whether the set at a path contains the term. */
export function contains(set: Path, item: Term): Condition {
  if (item.kind === 'set') return refuse('a set of sets')
  const value = item.kind === 'value' ? item.value : referenceTo(item)
  if (value !== undefined)
    return at(set, (attribute) =>
      item.isEntity
        ? { op: 'some', attribute, condition: { op: 'eq', attribute: UID, value } }
        : { op: 'contains', attribute, value },
    )
  const list = referenceTo(set) ?? refuse('a search in a set of the resource')
  return at(item as Path, (attribute) => ({ op: 'in', attribute, value: list }))
}
