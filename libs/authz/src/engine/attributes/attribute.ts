import {
  type Comparison,
  type Condition,
  IMPLEMENTATION,
  NOW,
  type Reference,
  create,
  freeze,
  isSibling,
  own,
  touch,
  use,
} from '../conditions/condition.ts'
import type { Attributes, ReferenceTo, References } from './attribute-types.ts'
import { copy } from '../conditions/copy.ts'
import type { KindsByName } from '../conditions/kind.ts'
import { describeMisspelt } from './misspelt.ts'

const wrap = (path: readonly string[], inner: Condition): Condition =>
  path.reduceRight<Condition>((condition, attribute) => freeze({ op: 'is', attribute, condition }), inner)

/** The parts of an attribute, which functions of this package read. */
export const PARTS = Symbol('parts')

export interface AttributeParts {
  /** The names from the object of the callback to the attribute: `['owner', 'teamId']`. */
  readonly path: readonly string[]
  /** The declared kind, or the kinds of the attributes of an object. */
  readonly kinds: unknown
  /** What the callback has read. It must be compared. */
  readonly root: object
  /** The object of the callback. */
  readonly owner: unknown
  /** The text function for the attribute, or the kind that orders it. */
  readonly by?: Pick<Comparison, 'by' | typeof IMPLEMENTATION>
}

const readParts = (given: unknown): AttributeParts | undefined =>
  (typeof given === 'object' && given !== null) || typeof given === 'function'
    ? (given as { readonly [PARTS]?: AttributeParts })[PARTS]
    : undefined

/** The objects whose callbacks run: the row, and the items of the lists around the present condition. */
let active: readonly unknown[] = []

/** Calls `make` with the attributes of an object inside the object `outer`. */
export function callInside<T>(outer: unknown, kinds: KindsByName, make: (attributes: never) => T): T {
  const before = active
  const owner = {}
  active = [...active, outer, owner]
  try {
    return make(createAttributes(kinds, owner) as never)
  } finally {
    active = before
  }
}

/** Another attribute of the same object as operand. An attribute of another object makes an invalid condition. */
function toSibling({ path, owner }: AttributeParts, operand: AttributeParts): unknown {
  const [from, to] = [path, operand.path].map((each) => each.slice(0, -1).join('\0'))
  const isSame = owner === operand.owner && from === to && !operand.by
  const attribute = operand.path.at(-1) as string
  if (!isSame)
    throw new TypeError(
      `"${path.join('.')}" and "${operand.path.join('.')}" are not two attributes of one object; compare attributes of the same object`,
    )
  return freeze({ attribute, ...(typeof operand.kinds === 'string' && { kind: operand.kinds }) })
}

/** A value from outside, such as a parameter of a query, is never taken for another attribute. */
const copyValue = (given: unknown): unknown => (isSibling(given) ? { 'no value': copy(given) } : copy(given))

/** The condition of an operator on the last attribute of the path. */
function compare(parts: AttributeParts, op: string, given: readonly unknown[]): Condition {
  const { path, kinds: kind, owner, by } = parts
  const attribute = path.at(-1) as string
  const [first] = given
  if (/^(some|every|none)$/.test(op) && typeof first === 'function') {
    const inner = callInside(owner, Object(kind)[0] ?? {}, first as () => Condition)
    const some = freeze({
      op: 'some',
      attribute,
      condition: op === 'every' ? negated(inner) : inner,
    } as const)
    return op === 'some' ? some : negated(some)
  }
  if (op === 'may') return freeze({ op, attribute, permission: first as string })
  const operand = readParts(first)
  const value = operand ? toSibling(parts, operand) : copyValue(first)
  use(operand?.root ?? first)
  const comparison = freeze({
    op: op === 'ne' ? 'eq' : op,
    attribute,
    // A result is null exactly where the attribute is.
    ...(op !== 'isNull' && by),
    // An object with attributes of known kinds has no kind itself.
    ...(kind !== undefined && (op !== 'isNull' || typeof kind !== 'object') && { kind }),
    ...(given.length && { value }),
  } as Condition)
  return op === 'ne' ? negated(comparison) : comparison
}

const negated = (condition: Condition): Condition => freeze({ op: 'not', condition })

/** An unknown operator makes an invalid condition, and the check of the policy refuses this condition. */
function operate(parts: AttributeParts, op: string, given: readonly unknown[]): Condition {
  const { path, owner } = parts
  // In `a.members.some((m) => a.open.eq(true))`, the condition would compare the attribute of the member.
  if (owner && active.includes(owner) && owner !== active.at(-1))
    return create({ 'of another object': path } as never)
  return create(wrap(path.slice(0, -1), compare(parts, op, given)))
}

/** The kind of an attribute, or those inside of it. A name can also be that of an operator. */
function findKind(kinds: unknown, name: string): unknown {
  if (typeof kinds !== 'object' || kinds === null || Array.isArray(kinds)) return undefined
  const mistake = OPERATORS.includes(name) ? undefined : describeMisspelt('attribute', name, kinds)
  if (mistake !== undefined) throw new TypeError(mistake)
  return Object.hasOwn(kinds, name) ? (kinds as KindsByName)[name] : undefined
}

/** The kind of an attribute. Conditions name an ordered kind as they name a text function. */
function readKind(kinds: unknown, name: string): Pick<AttributeParts, 'kinds' | 'by'> {
  const kind = findKind(kinds, name)
  const { functionName: by, ...rest } = Object(kind)
  return IMPLEMENTATION in rest ? { kinds: undefined, by: { by, ...rest } } : { kinds: kind }
}

const createMembers = (
  target: object,
  make: (name: string) => unknown,
  parts?: AttributeParts,
  apply?: ProxyHandler<() => void>['apply'],
) =>
  new Proxy(target, {
    get: (_, name) => (typeof name === 'string' ? make(name) : name === PARTS ? parts : undefined),
    ...(apply && { apply }),
  })

/** A member of an attribute. It is an operator if you call it, otherwise an attribute of the object: `a.owner.teamId`. */
function createMember(outer: AttributeParts, name: string): object {
  const parts = { ...outer, path: [...outer.path, name], ...readKind(outer.kinds, name) }
  return createMembers(
    () => {},
    (next) => createMember(parts, next),
    parts,
    (_, __, given) => {
      use(outer.root)
      return operate(outer, name, given)
    },
  )
}

/** An attribute, whose members are operators and the attributes of its object. */
export const createAttribute = (parts: AttributeParts): object =>
  createMembers({}, (next) => createMember(parts, next), parts)

const createAttributes = (kinds: KindsByName, owner: unknown): object =>
  createMembers({}, (name) =>
    createAttribute({ path: [name], ...readKind(kinds, name), root: touch({ attribute: name }), owner }),
  )

/** Builds conditions on the attributes of T: `where<Article>().status.eq('PUBLISHED')`. */
export const where = <T>(kinds: KindsByName = {}): Attributes<T> =>
  createAttributes(kinds, ANY_ROW) as Attributes<T>

/** The row of all conditions that `where` builds, whichever it will be. */
const ANY_ROW = {}

const OPERATORS = [
  ...['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith', 'endsWith', 'includes'],
  ...['isNull', 'some', 'every', 'none'],
]

/** A reference is plain data. Its prototype has the operators, which compare the subject's own attribute. */
const operators: object = Object.fromEntries(
  OPERATORS.map((op) => [
    op,
    function (this: Reference, ...given: unknown[]) {
      use(this)
      const parts = { path: [this.subject], kinds: undefined, root: this, owner: undefined }
      return create({ op: 'subject', condition: compare(parts, op, given) })
    },
  ]),
)

const refer = (name: string): Reference =>
  touch(own(freeze({ __proto__: operators, subject: name } as unknown as Reference)))

/** References to the attributes of the subject: `where<Article>().ownerId.eq(subject<User>().id)`. */
export const subject = <S>(): References<S> => createMembers({}, refer) as References<S>

/**
 * The time of the check: `a.closesAt.gt(now())`. It is the same in all conditions of a decision, and of a filter. A context with a
 * member `now` gives another time: `policy.for(user, { now })`.
 */
export const now = (): ReferenceTo<Date> => refer(NOW)

/** References to the attributes of the context: `$time` is the attribute `time`. */
export const context = <C>(): References<C> => createMembers({}, (name) => refer(`$${name}`)) as References<C>
