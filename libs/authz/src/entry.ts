import type { AuditHook } from './audit.ts'
import type { PolicyDocument } from './document.ts'
import { type Names, type Row, type Test, type Truth, type Values, compile, readAll } from './evaluate.ts'
import { isAbout } from './hierarchy.ts'
import { type FieldRestriction, type Rule, isConditional, restrictionOfGrant, showsField } from './rule.ts'
import { type Asker, NOTHING, isOfContext } from './subject-copy.ts'

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

/** For subjects that have only roles: whether they have the permission, or the permission for the field. */
type EntryTest = (resource: Row | null | undefined, asker: Asker, field?: string) => boolean

/** The rules of a set of roles for one permission. */
export interface Entry {
  readonly allow: readonly TestedRule[]
  readonly deny: readonly TestedRule[]
  /** The deny rules that deny only fields. */
  readonly hide: readonly TestedRule[]
  /** The attributes of the resource that the conditions compare. */
  readonly names: Readonly<Names>
  /** The places of the attributes of the subject that the conditions compare. Undefined if they have attributes of their own, or are of the context. */
  readonly places: readonly number[] | undefined
  /** Whether a rule is about single fields. */
  readonly restricts: boolean
  /** Whether a rule has an effect on the attributes of a resource. Undefined if the rule needs a resource, and there is none. */
  readonly applies: (rule: TestedRule, resource: Values, asker: Asker, after?: Values) => Truth
  /** For subjects that have only roles: the answer if it needs no resource, otherwise the test of the resource. */
  readonly answer: boolean | EntryTest
  readonly test: EntryTest
  /** The fields that a subject with a direct permission does not see. */
  readonly grant: () => FieldRestriction
}

/** Whether the condition of a rule is true: of an allow rule before and after a change, of a deny rule before or after it. */
function truthOf(rule: TestedRule, resource: Values, asker: Asker, after?: Values, failed?: string[]): Truth {
  const truth = rule.test(resource, asker.values, failed)
  const denies = rule.effect === 'deny'
  if (!after || truth === denies) return truth
  const truthAfter = rule.testAfter(after, asker.values, failed)
  return truthAfter === !denies ? truth : truthAfter
}

function placesIn(rules: readonly Rule[], references: Names): readonly number[] | undefined {
  const own: Names = []
  for (const { when, after = when } of rules) for (const each of [when, after]) compile(each, [], own)
  const isName = (name: Names[number]) => typeof name === 'string' && !isOfContext(name)
  return own.every(isName) ? own.map((name) => references.indexOf(name)) : undefined
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
    const truth = truthOf(rule, resource, asker, after)
    if (truth !== undefined || resource === NOTHING) return truth
    const attributes: string[] = []
    truthOf(rule, resource, asker, after, attributes)
    report({ kind: 'rule-failed', subject: asker.subject, rule: rule.path, attributes })
    return rule.effect === 'deny'
  }
  /** The truth of a condition, which `applies` reports if nobody knows it. */
  const check = (rule: TestedRule, resource: Values, asker: Asker): Truth => {
    const truth = rule.test(resource, asker.values)
    if (truth === undefined) applies(rule, resource, asker)
    return truth
  }
  const test: EntryTest = (resource, asker, field) => {
    const values = resource ? readAll(resource, names) : NOTHING
    for (let i = 0; i < denying.length; i += 1) {
      const rule = denying[i] as TestedRule
      const isAboutField = !rule.fields || (field !== undefined && rule.fields.includes(field))
      if (isAboutField && check(rule, values, asker) !== false) return false
    }
    for (let i = 0; i < allow.length; i += 1) {
      const rule = allow[i] as TestedRule
      if ((field === undefined || showsField(rule, field)) && check(rule, values, asker)) return true
    }
    return false
  }
  let grant: FieldRestriction | undefined
  return {
    allow,
    deny,
    hide: denying.filter(({ fields }) => fields),
    names,
    places: placesIn([...allow, ...denying], references),
    restricts: [...allow, ...denying].some(({ omit, mask, fields }) => omit.length || mask.length || fields),
    applies,
    test,
    answer: (!deny.length && !allow.every(isConditional)) || (allow.length > 0 && test),
    grant: () => (grant ??= restrictionOfGrant(document, permission)),
  }
}
