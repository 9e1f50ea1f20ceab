import {
  type Comparison,
  type Condition,
  freeze,
  isReference,
  hasInner,
  isJunction,
} from '../engine/conditions/condition.ts'
import type { Decision } from '../engine/decisions/decision.ts'
import { compile } from '../engine/conditions/evaluate.ts'
import { followRules } from '../engine/roles/follow.ts'
import { isAbout, listRules } from '../engine/roles/hierarchy.ts'
import type { Abilities, Ability, PolicyData } from '../engine/policy/policy.ts'
import { copyReads, noReads } from '../engine/conditions/reads.ts'
import { isOfContext, copyNames } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import { isObject, own, read } from '../engine/conditions/value.ts'

/**
 * Loads one fact for several values: returns those of the values for which the fact is true. For example, the teams among
 * `teamIds` of which the subject is a member.
 */
export type FactLoader<S> = (values: readonly never[], subject: S | null) => Promise<Iterable<unknown>>

export interface FactOptions {
  /** The time limit of a loader in milliseconds. The default is 1,000. */
  readonly timeLimit?: number
  /** Other attributes of the context, as for `policy.for(subject, context)`. */
  readonly context?: object
}

/** The questions to a policy, each answered after its facts are loaded. */
export interface FactAbility<M extends object> {
  can<P extends keyof M & string>(permission: P, resource: M[P], change?: M[P] | string): Promise<boolean>
  decide<P extends keyof M & string>(permission: P, resource: M[P], after?: M[P]): Promise<Decision>
  /** @throws {AccessDenied} if the decision is deny. */
  authorize<P extends keyof M & string>(permission: P, resource: M[P], after?: M[P]): Promise<Decision>
  /** Loads the facts of all these resources in one batch, and returns the questions about them. */
  load<P extends keyof M & string>(permission: P, resources: readonly M[P][]): Promise<Ability<M>>
}

/**
 * A policy for a subject with facts that must be loaded. A condition compares an attribute with a list of the context that
 * has the name of the fact: `(a, s, ctx) => a.teamId.in(ctx.memberOf)`. Each value is loaded at most once; values of
 * questions that are asked together are loaded together. If a loader fails, exceeds the time limit, or returns no list, the
 * condition cannot be tested: an allow rule does not allow, and a deny rule denies.
 *
 * ```ts
 * const ability = withFacts(policy, user, { memberOf: (teamIds) => db.findTeams(user.id, teamIds) })
 * await ability.can('articles:write', article)
 * ```
 */
export function withFacts<S extends Subject, M extends object>(
  policy: Abilities<S, M> & PolicyData,
  subject: S | null,
  loaders: Readonly<Record<string, FactLoader<S>>>,
  { timeLimit = 1000, context = {} }: FactOptions = {},
): FactAbility<M> {
  const { document } = policy
  const roles = [...copyNames(subject && read(subject, 'roles')), '*']
  const rules = roles.flatMap((role) => listRules(document, role))
  const batches = new Map(
    Object.entries(loaders).map(([name, loader]) => [
      name,
      createBatches((values) => loader(values, subject), timeLimit),
    ]),
  )

  const follow = followRules(rules)
  const listConditions = (permission: string): readonly Condition[] =>
    rules
      .filter((rule) => isAbout(rule, permission))
      .flatMap(({ when, after }) => [when, after].filter((each) => each !== undefined).map(follow))

  const load = async (permission: string, resources: readonly unknown[]): Promise<Ability<M>> => {
    const conditions = listConditions(permission)
    const facts = await Promise.all(
      [...batches].map(async ([name, batch]) => {
        const paths = conditions.flatMap((condition) => findPaths(condition, name, []))
        const values = new Set(paths.flatMap((path) => resources.flatMap((row) => listValues(row, path))))
        try {
          return [[name, (await Promise.all([...values].map(batch))).flat()] as const]
        } catch {
          return []
        }
      }),
    )
    return policy.for(subject, { ...context, ...Object.fromEntries(facts.flat()) })
  }

  /** The rows can change while the facts are loaded. So this asks about copies. */
  const ask = async <T>(
    permission: string,
    rows: unknown[],
    answer: (ability: Ability<M>, rows: never[]) => T,
  ) => {
    const reads = noReads()
    for (const condition of listConditions(permission)) compile(condition, reads, noReads())
    const copies = rows.map((row) => (isObject(row) ? copyReads(row, reads) : row))
    return answer(await load(permission, copies), copies as never[])
  }

  return freeze<FactAbility<M>>({
    can: (permission, ...rows) =>
      ask(permission, rows, (ability, copies) => ability.can(permission, ...copies)),
    decide: (permission, ...rows) =>
      ask(permission, rows, (ability, copies) => ability.decide(permission, ...copies)),
    authorize: (permission, ...rows) =>
      ask(permission, rows, (ability, copies) => ability.authorize(permission, ...copies)),
    load,
  })
}

/** The paths of the attributes that a condition compares with the fact. */
function findPaths(condition: Condition, fact: string, from: readonly string[]): readonly string[][] {
  if (isJunction(condition)) return condition.conditions.flatMap((part) => findPaths(part, fact, from))
  if (hasInner(condition)) {
    const path = 'attribute' in condition && condition.attribute ? [...from, condition.attribute] : from
    return condition.op === 'subject' ? [] : findPaths(condition.condition, fact, path)
  }
  const { attribute, value } = condition as Comparison
  return isReference(value) && isOfContext(value.subject) && value.subject.slice(1) === fact
    ? [[...from, attribute]]
    : []
}

/** The values at a path of a row. A list on the way has a value for each of its objects. */
function listValues(row: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return row === undefined || row === null ? [] : [row]
  const objects = [row].flat().filter((each) => typeof each === 'object' && each !== null)
  return objects.flatMap((each) => listValues(read(each as object, name), rest))
}

/** Loads values in batches: all values of one turn together, and each value once. */
function createBatches(
  load: (values: readonly never[]) => Promise<Iterable<unknown>>,
  timeLimit: number,
): (value: unknown) => Promise<readonly unknown[]> {
  const known = new Map<unknown, Promise<readonly unknown[]>>()
  let next: { readonly values: unknown[]; readonly answer: Promise<readonly unknown[]> } | undefined
  const start = () => {
    const values: unknown[] = []
    const answer = Promise.resolve().then(async () => {
      next = undefined
      const found: Iterable<unknown> = await limit(load(values as never[]), timeLimit)
      if (typeof found === 'string') throw new TypeError('a text is no list of values')
      return own([...found]) as readonly unknown[]
    })
    return { values, answer }
  }
  return (value) => {
    const loaded = known.get(value)
    if (loaded) return loaded
    next ??= start()
    next.values.push(value)
    known.set(value, next.answer)
    return next.answer
  }
}

function limit<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
