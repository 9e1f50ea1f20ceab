import { freeze } from '../conditions/condition.ts'
import { copy, hasDates } from '../conditions/copy.ts'
import { isPolluted } from '../conditions/value.ts'
import { type PolicyDocument, listNames } from '../policy/document.ts'
import { type Row, type Test, type Truth, compile } from '../conditions/evaluate.ts'
import { type followRules, hasFollowed } from '../roles/follow.ts'
import { type Reads, addReads, copyReads, noReads, readsTwice } from '../conditions/reads.ts'
import {
  type FieldRestriction,
  type Rule,
  isConditional,
  restrictionOfGrant,
  showsField,
} from '../policy/rule.ts'
import type { AuditHook } from './audit.ts'
import type { DeterminingRule } from './decision.ts'
import { NO_ROW, type RuleTests, testRule } from './rule-tests.ts'
import { type Asker, GRANTED, isOfContext } from './subject-copy.ts'

/** The parts of a policy that all of its entries use. */
export interface Shared {
  readonly document: PolicyDocument
  readonly report: AuditHook
  readonly followRules: typeof followRules
}

/** The entry of a permission, from those rules that name the permission. */
export type EntryMaker = (rules: readonly Rule[], permission: string) => Entry

/** A rule that a check tests. */
interface TestedRule extends Rule, RuleTests {
  /** The rule in a decision. Nobody can change it, or it is a copy. */
  readonly show: () => DeterminingRule
}

/** For subjects that have only roles: whether they have the permission, or the permission for the field. */
type EntryTest = (resource: Row | null | undefined, asker: Asker, field?: string) => boolean

/** The rules of a set of roles for one permission. */
export interface Entry {
  readonly allow: readonly TestedRule[]
  readonly deny: readonly TestedRule[]
  /** The allow rules without those that other rules repeat: rules of several roles can follow the same permission. */
  readonly distinct: readonly TestedRule[]
  /** The deny rules that deny only fields. */
  readonly hide: readonly TestedRule[]
  /** The attributes of the resource that the conditions compare. */
  readonly reads: Reads
  /** The attributes of the subject that the conditions compare. */
  readonly references: Reads
  /** Whether the conditions compare each attribute of the subject once, so that they need no copy of the subject. */
  readonly isDirect: boolean
  /** Whether a rule follows another permission, so that roles without a rule about this one can change the answer. */
  readonly follows: boolean
  /** Whether a rule is about single fields. */
  readonly restricts: boolean
  /** Whether a rule has an effect on the attributes of a resource. Undefined if the rule needs a resource, and there is none. */
  readonly applies: (rule: TestedRule, resource: Row, asker: Asker, after?: Row) => Truth
  /** For subjects that have only roles: the answer if it needs no resource, otherwise the test of the resource. */
  readonly answer: boolean | EntryTest
  readonly test: EntryTest
  /** The fields that a subject with a direct permission does not see. */
  readonly grant: () => FieldRestriction
}

/** The rules of which no earlier one has the same condition. Each rule about fields stays. */
function listDistinct(rules: readonly TestedRule[]): readonly TestedRule[] {
  const seen = new Set<unknown>()
  return rules.filter(({ when, omit, mask, fields }) => {
    if (omit.length || mask.length || fields) return true
    const isNew = !seen.has(when)
    seen.add(when)
    return isNew
  })
}

interface CompiledRule {
  readonly isFollowing: boolean
  readonly tested: TestedRule
  readonly reads: Reads
  readonly references: Reads
}

function compileRule(rule: Rule, isFollowing: boolean, follow: ReturnType<typeof followRules>): CompiledRule {
  const [reads, references] = [noReads(), noReads()]
  const { effect, role, path, after, reason } = rule
  const when = follow(rule.when)
  const test = compile(when, reads, references)
  const testAfter = after ? compile(follow(after), reads, references) : test
  const show = () =>
    freeze({ effect, role, path, when: copy(rule.when), ...(reason !== undefined && { reason }) })
  const shown = show()
  const tested = { ...rule, when, test, testAfter, show: hasDates(when) ? show : () => shown }
  return { isFollowing, tested, reads, references }
}

/** Compiles each rule of a policy once, and a rule with `may` once for each set of roles: the roles decide what it follows. */
function ruleCompiler(follow: typeof followRules) {
  const compiled = new Map<Rule, CompiledRule>()
  const compileOnce = (rule: Rule, follows: () => ReturnType<typeof followRules>): CompiledRule => {
    const isFollowing = hasFollowed(rule.when) || (rule.after !== undefined && hasFollowed(rule.after))
    const made = compileRule(rule, isFollowing, isFollowing ? follows() : (condition) => condition)
    if (!isFollowing) compiled.set(rule, made)
    return made
  }
  return (rules: readonly Rule[], about: readonly Rule[]): readonly CompiledRule[] => {
    let followed: ReturnType<typeof followRules> | undefined
    return about.map((rule) => compiled.get(rule) ?? compileOnce(rule, () => (followed ??= follow(rules))))
  }
}

/** Makes the entries of a policy. */
export function entryMaker(shared: Shared): EntryMaker {
  const compileRules = ruleCompiler(shared.followRules)
  return (rules, permission) => {
    const names = listNames(permission)
    const about = rules.filter((rule) => rule.permissions.some((name) => names.includes(name)))
    return createEntry(compileRules(rules, about), permission, shared)
  }
}

function createEntry(
  compiled: readonly CompiledRule[],
  permission: string,
  { document, report }: Shared,
): Entry {
  const [reads, references] = [noReads(), noReads()]
  for (const each of compiled) {
    addReads(each.reads, reads)
    addReads(each.references, references)
  }
  const select = (effect: string) =>
    compiled.flatMap(({ tested }) => (tested.effect === effect ? [tested] : []))
  const [allow, denying] = [select('allow'), select('deny')]
  const deny = denying.filter(({ fields }) => !fields)
  const distinct = listDistinct(allow)

  /** If a condition is neither true nor false, an allow rule does not allow, and a deny rule denies. */
  const applies: Entry['applies'] = (rule, resource, asker, after) => {
    const truth = testRule(rule, resource, asker.values, after)
    if (truth !== undefined || resource === NO_ROW) return truth
    const attributes: string[] = []
    testRule(rule, resource, asker.values, after, attributes)
    report({ kind: 'rule-failed', subject: asker.subject, rule: rule.path, attributes })
    return rule.effect === 'deny'
  }
  const only = denying.length || allow.length !== 1 ? undefined : allow[0]
  // V8 reads a function from a list in less time than from a rule.
  const tests = distinct.map(({ test }) => test)
  const decide = (row: Row, asker: Asker, field: string | undefined): boolean => {
    const { values } = asker
    for (let i = 0; i < denying.length; i += 1) {
      const { fields, test } = denying[i] as TestedRule
      if (fields && (field === undefined || !fields.includes(field))) continue
      const truth = test(row, values)
      if (truth === undefined) applies(denying[i] as TestedRule, row, asker)
      if (truth !== false) return false
    }
    for (let i = 0; i < tests.length; i += 1) {
      if (field !== undefined && !showsField(distinct[i] as TestedRule, field)) continue
      const truth = (tests[i] as Test)(row, values)
      if (truth) return true
      if (truth === undefined) applies(distinct[i] as TestedRule, row, asker)
    }
    return false
  }
  // One function for all entries: V8 merges it into its caller, which it does not do with one of several.
  const test: EntryTest = (resource, asker, field) => {
    const row = resource || NO_ROW
    if (!isRepeated)
      try {
        if (only) {
          const truth = (field === undefined || showsField(only, field)) && only.test(row, asker.values)
          if (truth === false || (truth && !isPolluted())) return truth
        }
        if (!isPolluted()) return decide(row, asker, field)
      } catch {
        // A getter throws: its attribute is absent in the copies.
      }
    const values = copyReads(asker.values, references)
    return decide(resource ? copyReads(row, reads) : row, { ...asker, values }, field)
  }
  const isRepeated = readsTwice(reads)
  const isDirect =
    !readsTwice(references) &&
    ![...references.names.keys()].some((name) => name === GRANTED || isOfContext(name))
  let grant: FieldRestriction | undefined
  return {
    allow,
    deny,
    distinct,
    hide: denying.filter(({ fields }) => fields),
    reads,
    references,
    isDirect,
    follows: compiled.some(({ isFollowing }) => isFollowing),
    restricts: [...allow, ...denying].some(({ omit, mask, fields }) => omit.length || mask.length || fields),
    applies,
    test,
    answer: (!deny.length && !allow.every(isConditional)) || (allow.length > 0 && test),
    grant: () => (grant ??= restrictionOfGrant(document, permission)),
  }
}
