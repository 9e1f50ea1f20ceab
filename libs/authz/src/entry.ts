import type { AuditHook } from './audit.ts'
import type { PolicyDocument } from './document.ts'
import { type Names, type Row, type Test, type Truth, type Values, compile, readAll } from './evaluate.ts'
import { isAbout } from './hierarchy.ts'
import { type FieldRestriction, type Rule, isConditional, restrictionOfGrant } from './rule.ts'
import { type Asker, NOTHING } from './subject-copy.ts'

/** The parts of a policy that all of its entries use. */
export interface Shared {
  readonly document: PolicyDocument
  /** The attributes of the subject to which conditions of the policy refer. */
  readonly references: Names
  readonly report: AuditHook
}

interface TestedRule extends Rule {
  readonly test: Test
  readonly testAfter: Test
}

/** The rules of a set of roles for one permission. */
export interface Entry {
  readonly allow: readonly TestedRule[]
  readonly deny: readonly TestedRule[]
  /** The deny rules that deny only fields. */
  readonly hide: readonly TestedRule[]
  /** The attributes of the resource that the conditions compare. */
  readonly names: Readonly<Names>
  /** Whether a rule has an effect on the attributes of a resource. Undefined if the rule needs a resource, and there is none. */
  readonly applies: (rule: TestedRule, resource: Values, asker: Asker, after?: Values) => Truth
  /** For subjects that have only roles: the answer if it needs no resource, otherwise the test of the resource. */
  readonly answer: boolean | ((resource: Row | null | undefined, asker: Asker) => boolean)
  /** The fields that a subject with a direct permission does not see. */
  readonly grant: () => FieldRestriction
}

/** The entry of a permission, from those rules that name the permission. */
export function entryOf(
  rules: readonly Rule[],
  permission: string,
  { document, references, report }: Shared,
): Entry {
  const names: Names = []
  const tested = (rule: Rule): TestedRule => ({
    ...rule,
    test: compile(rule.when, names, references),
    testAfter: compile(rule.after ?? rule.when, names, references),
  })
  const about = (effect: string) =>
    rules.filter((rule) => rule.effect === effect && isAbout(rule, permission)).map(tested)
  const [allow, denying] = [about('allow'), about('deny')]
  const deny = denying.filter(({ fields }) => !fields)

  /** If a condition is neither true nor false, an allow rule does not allow, and a deny rule denies. */
  const applies: Entry['applies'] = (rule, resource, asker, after) => {
    const denies = rule.effect === 'deny'
    const test = (failed?: string[]) => {
      const truth = rule.test(resource, asker.values, failed)
      if (!after || truth === denies) return truth
      const truthAfter = rule.testAfter(after, asker.values, failed)
      return truthAfter === !denies ? truth : truthAfter
    }
    const truth = test()
    if (truth !== undefined || resource === NOTHING) return truth
    const attributes: string[] = []
    test(attributes)
    report({ kind: 'rule-failed', subject: asker.subject, rule: rule.path, attributes })
    return denies
  }
  const test = (resource: Row | null | undefined, asker: Asker) => {
    const values = resource ? readAll(resource, names) : NOTHING
    for (let i = 0; i < deny.length; i += 1)
      if (applies(deny[i] as TestedRule, values, asker) !== false) return false
    for (let i = 0; i < allow.length; i += 1) if (applies(allow[i] as TestedRule, values, asker)) return true
    return false
  }
  let grant: FieldRestriction | undefined
  return {
    allow,
    deny,
    hide: denying.filter(({ fields }) => fields),
    names,
    applies,
    answer: (!deny.length && !allow.every(isConditional)) || (allow.length > 0 && test),
    grant: () => (grant ??= restrictionOfGrant(document, permission)),
  }
}
