import { beforeAll, describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type Engine, type Law, type LawOptions, laws } from '../support/laws.ts'
import { type Mutant, NO_FAULT, loadMutant } from '../support/mutants.ts'

/** Faults that have been made in permission libraries, or nearly in this one, below a law that each of them breaks. */
const mutants: Readonly<Record<string, readonly Mutant[]>> = {
  'deny wins over all rules and direct permissions': [
    [
      'allow wins over deny',
      'engine/decisions/decide.ts',
      "if (denying.length) return because('denied', denying)",
      '',
    ],
    [
      'direct permissions go before deny',
      'engine/decisions/decide.ts',
      'const denying = applying(deny)',
      "if (state.granted.includes(permission)) return because('granted', [], entry.grant())\n  const denying = applying(deny)",
    ],
    [
      'deny is forgotten by the filter',
      'engine/decisions/filter.ts',
      'negate(joinAny(settle(entry?.deny ?? [], always)))',
      'always',
    ],
  ],
  'can and decide say what the rules say, whoever asked before': [
    [
      'a conditional deny without a resource is skipped',
      'engine/decisions/decide.ts',
      'if (needsResource(deny))',
      'if (deny.length < 0)',
    ],
    [
      'a conditional allow without a resource is granted',
      'engine/decisions/decide.ts',
      'rules.filter((rule) => truths.get(rule))',
      'rules.filter((rule) => truths.get(rule) !== false)',
    ],
    [
      'restriction is forgotten by the short cut',
      'engine/decisions/state.ts',
      '!scope && !granted.length',
      '!granted.length',
    ],
    ['wildcards reach other resources', 'engine/policy/document.ts', '`${resource}:*`', "'docs:*'"],
    [
      'in takes its operands the wrong way round',
      'engine/conditions/relation.ts',
      'in: within',
      'in: (value, list) => within(list, value)',
    ],
    [
      'roles of one combination leak into the next',
      'engine/roles/role-sets.ts',
      'const larger = at.larger.get(role)',
      'const larger = [...at.larger.values()][0]',
    ],
    [
      'an absent object is like null',
      'engine/conditions/compile-test.ts',
      'if (object === null && hasOperands(asker)) return false',
      'if ((object === null || object === undefined) && hasOperands(asker)) return false',
    ],
    [
      'a rule of all roles is a rule of none',
      'engine/roles/role-sets.ts',
      "rulesByRole.get('*') ?? []",
      '[]',
    ],
    [
      'an action of all resources is an action of one',
      'engine/policy/document.ts',
      '`*${permission.',
      '`docs${permission.',
    ],
    [
      'the row after a change is not tested',
      'engine/decisions/rule-tests.ts',
      'if (!after || truth === denies) return truth',
      'return truth',
    ],
    [
      'the condition on the row after a change is lost',
      'engine/decisions/entry.ts',
      'after ? compile(follow(after), reads, references) : test',
      'test',
    ],
    ['a change can leave the rows of a role', 'engine/roles/role-on.ts', "join('and', [on, after])", 'after'],
    [
      'a rule that denies fields denies all',
      'engine/decisions/entry.ts',
      'denying.filter(({ fields }) => !fields)',
      'denying',
    ],
  ],
  'can says yes to a row exactly when the filter chooses it': [
    [
      'restriction is forgotten by the filter',
      'engine/decisions/filter.ts',
      'entry && isInScope(state, permission)',
      'entry',
    ],
    [
      'an untestable deny rule does not deny in a filter',
      'engine/decisions/filter.ts',
      'settle(entry?.deny ?? [], always)',
      'settle(entry?.deny ?? [], never)',
    ],
  ],
  'a decision and a filter show each field as the rules do': [
    ['deny is forgotten by the short cut', 'engine/decisions/entry.ts', 'i < denying.length', 'i < 0'],
    [
      'an untestable deny rule does not deny without a resource',
      'engine/decisions/entry.ts',
      'if (truth !== false) return false',
      'if (truth) return false',
    ],
    ['inherited rules are lost', 'engine/policy/rules.ts', '[role, ...parents].flatMap', '[role].flatMap'],
    [
      'values of different types are equal',
      'engine/conditions/relation.ts',
      'if (given !== wanted) return undefined',
      '',
    ],
    ['less than includes equal', 'engine/conditions/relation.ts', 'a < b,', 'a <= b,'],
    [
      'an empty or is true',
      'engine/conditions/compile-test.ts',
      'let truth: Truth = !decisive',
      'let truth: Truth = true',
    ],
    [
      'the negation of an untestable condition is true',
      'engine/conditions/compile-test.ts',
      'return truth === undefined ? truth : !truth',
      'return !truth',
    ],
    [
      'an untestable part of a junction is forgotten',
      'engine/conditions/compile-test.ts',
      'if (part === decisive) return part\n      truth = part === undefined ? part : truth',
      'if (part === decisive) return part',
    ],
    [
      'an untestable deny rule does not deny',
      'engine/decisions/entry.ts',
      "return rule.effect === 'deny'",
      'return false',
    ],
    [
      'an untestable allow rule allows',
      'engine/decisions/entry.ts',
      "return rule.effect === 'deny'",
      'return true',
    ],
    [
      'an item of null cannot be tested',
      'engine/conditions/compile-test.ts',
      'if (item === null) continue',
      '',
    ],
    [
      'a subject can forge the context',
      'engine/decisions/state.ts',
      'readMember(context, name.slice(1))',
      'readMember(subject, name)',
    ],
    [
      'a role on some rows is a role on all rows',
      'engine/roles/role-on.ts',
      "join('and', [on, when])",
      'when',
    ],
    [
      'a list of allowed fields is ignored',
      'engine/policy/rule.ts',
      '(!!fields && !fields.includes',
      '(!fields && !fields?.includes',
    ],
    ['a filter masks a field that it omits', 'engine/decisions/filter.ts', '!omits(rule, field)', 'true'],
    [
      'a denied field is shown by a filter',
      'engine/decisions/filter.ts',
      "join('and', [joinAny(allow.filter(isShown)), isHidden])",
      'joinAny(allow.filter(isShown))',
    ],
    [
      'a denied field is shown by a decision',
      'engine/decisions/decide.ts',
      'testRule(rule) === false ? [] : ',
      'testRule(rule) ? [] : ',
    ],
  ],
  'a condition means what it says': [
    [
      'null equals null',
      'engine/conditions/relation.ts',
      'if (wanted <= NULL) return wanted ? false : undefined',
      'if (wanted <= NULL) return wanted ? value === null : undefined',
    ],
    [
      'an item that cannot be tested is forgotten',
      'engine/conditions/compile-test.ts',
      'if (part) return part\n      truth = part === undefined ? part : truth',
      'if (part) return part',
    ],
    [
      'an absent list is like an empty list',
      'engine/conditions/compile-test.ts',
      'let truth: Truth = isList || list === null ? false : undefined',
      'let truth: Truth = false',
    ],
    [
      'a list is like its first object',
      'engine/conditions/compile-test.ts',
      'const object = (row as Readable)[attribute]',
      'const object = [(row as Readable)[attribute]].flat()[0]',
    ],
    [
      'a condition on the subject is about the row',
      'engine/conditions/subject-tests.ts',
      '(_, asker, failed) => test(asker, asker, failed)',
      '(row, asker, failed) => test(row, asker, failed)',
    ],
  ],
  'a comparison through null needs the values of the subject': [
    [
      'a comparison through null needs no value of the subject',
      'engine/conditions/compile-test.ts',
      'if (object === null && hasOperands(asker)) return false',
      'if (object === null) return false',
    ],
    [
      'a list without an item needs no value of the subject',
      'engine/conditions/compile-test.ts',
      'if (truth === undefined || hasOperands(asker)) return truth',
      'return truth',
    ],
    [
      'a filter needs no value of the subject through null',
      'engine/roles/resolve.ts',
      'hasOperands(nested.condition, valueOf)',
      'true',
    ],
    [
      'a filter takes an object that is null for one that does not satisfy',
      'engine/roles/resolve.ts',
      ': negate(freeze({ ...nested, condition: negate(inner) }))',
      ': freeze({ ...nested, condition: inner })',
    ],
  ],
  'texts and two attributes compare by what they are': [
    [
      'two attributes are one',
      'engine/conditions/compile-test.ts',
      '(row as Readable)[other]',
      '(row as Readable)[attribute]',
    ],
    [
      'a text is at the beginning if it is anywhere',
      'engine/conditions/relation.ts',
      'text.startsWith(part)',
      'text.includes(part)',
    ],
    [
      'a text is at the end if it is anywhere',
      'engine/conditions/relation.ts',
      'text.endsWith(part)',
      'text.includes(part)',
    ],
    ['a text has none of its parts', 'engine/conditions/relation.ts', 'text.includes(part)', 'text === part'],
  ],
  'several roles have the rules of all of them': [
    [
      'a role denies, and another one allows',
      'engine/roles/role-answers.ts',
      'if (joined !== DENIES && (said',
      'if ((said',
    ],
    [
      'the condition of a role counts as false, if another role has no rule',
      'engine/roles/role-answers.ts',
      'if (joined === YES) return true',
      'return joined === YES',
    ],
    [
      'a role without a rule about a permission changes what the rules of another one follow',
      'engine/roles/role-answers.ts',
      'if (said === FOLLOWS) return undefined',
      '',
    ],
    [
      'the first of two roles with a condition decides',
      'engine/roles/role-answers.ts',
      'if (count < 2)',
      'if (count < 3)',
    ],
  ],
  'may says what the policy says of the related record': [
    [
      'may forgets the rules that deny',
      'engine/roles/follow.ts',
      "negate(joinDistinct('or', conditions('deny')))",
      'always',
    ],
    ['may forgets direct permissions', 'engine/roles/follow.ts', '[hasGrant(permission), ...', '[...'],
    [
      'may is denied by a rule that denies fields',
      'engine/roles/follow.ts',
      "(effect === 'allow' || !rule.fields)",
      'true',
    ],
    [
      'may follows the rules of all resources',
      'engine/roles/follow.ts',
      'rules.filter((rule) => isAbout(rule, permission))',
      'rules',
    ],
  ],
  'resolving and simplifying change nothing but the form': [
    [
      'a reference to nothing holds',
      'engine/roles/resolve.ts',
      'if (operand === null) return never',
      'if (operand === null) return always',
    ],
  ],
  'what is simplified says nothing twice': [
    [
      'absorption takes the wrong side',
      'engine/conditions/simplify.ts',
      'inner !== part && names.has(findKey(inner))',
      'inner !== part',
    ],
  ],
  'SQLite chooses the rows for which the condition holds': [
    [
      'NOT in SQL forgets null',
      'sql/form.ts',
      "['(', ...guarded(no, guard), ' or ', column, ' is null)']",
      'guarded(no, guard)',
    ],
    [
      'De Morgan by halves',
      'sql/pieces.ts',
      "(condition.op === 'and') !== negated",
      "condition.op === 'and'",
    ],
    ['SQL finds a text anywhere', 'sql/sqlite.ts', "'= 1'", "'> 0'"],
    ['SQL finds a text nowhere else', 'sql/sqlite.ts', "'> 0'", "'= 1'"],
    [
      'SQL compares two attributes with null',
      'sql/siblings.ts',
      "' is null',\n        ...orNull",
      "' is not null and false',\n        ...orNull",
    ],
    ['SQL takes the collation of the column', 'sql/sqlite.ts', "[column, ' collate binary']", '[column]'],
  ],
  'unpacking what was packed decides alike, obligations included': [
    [
      'packing forgets denies',
      'pack/pack.ts',
      'permissions.length > 0 ? settle(planned)',
      "permissions.length > 0 && planned.base.effect !== 'deny' ? settle(planned)",
    ],
    [
      'packing forgets a deny rule for the row after a change',
      'pack/pack.ts',
      "isNever(when) && (base.effect === 'allow' || !after || isNever(after))",
      'isNever(when)',
    ],
    ['unpacking forgets denies', 'pack/unpack.ts', 'test(rule) === false', 'true'],
    [
      'unpacking takes what cannot be tested for a deny rule that does not deny',
      'pack/unpack.ts',
      'test(rule) === false',
      '!test(rule)',
    ],
    [
      'unpacking forgets the row after a change',
      'pack/unpack.ts',
      'testRule(rule, before, asker, after)',
      'testRule(rule, before, asker)',
    ],
    [
      'unpacking forgets the condition on the row after a change',
      'pack/unpack.ts',
      'rule.after ? compileTest(rule.after, reads, clock?.tests) : test',
      'test',
    ],
    [
      'unpacking shows each field',
      'pack/unpack.ts',
      '(field === undefined || showsField(rule, field)) && test(rule)',
      'test(rule)',
    ],
    ['unpacking permits what a rule denies on each row', 'pack/unpack.ts', '!deny.some(isAlways)', 'true'],
    ['unpacking loses the fields of a rule', 'pack/read-packed.ts', 'fields: readNames', 'fields: () => []'],
  ],
  'restrict never widens, and keeps what is in scope': [
    ['restricting twice widens', 'restrict/index.ts', '&& isInScope(copy, permission)', ''],
  ],
}

const modules = [
  'index.ts',
  'engine/decisions/engine.ts',
  'engine/roles/resolve.ts',
  'engine/conditions/simplify.ts',
  'sql/index.ts',
  'restrict/index.ts',
  'pack/index.ts',
]

const RUNS = countRuns({ short: 500, long: 2000 })
const options = { numRuns: RUNS, seed: 20_260_101, endOnFailure: true }

/** The number of the first run in which the engine breaks the law. */
function findBrokenRun(law: Law, engine: Engine): number | undefined {
  let broken: number | undefined
  const reporter: LawOptions['reporter'] = ({ failed, numRuns }) => {
    if (failed) broken = numRuns
  }
  law(engine, { ...options, reporter })
  return broken
}

let original: Engine
beforeAll(async () => {
  original = (await loadMutant(NO_FAULT, { modules })) as Engine
})

it('the original, loaded the same way, keeps all laws', () => {
  const numRuns = countRuns({ short: 25, long: RUNS })
  for (const law of Object.values(laws)) law(original, { ...options, numRuns })
})

describe.each(Object.entries(mutants))('the law "%s" finds that', (name, broken) => {
  const law = laws[name]
  if (law === undefined) throw new Error(`There is no law "${name}".`)
  /** The number of runs in which the original keeps the law. */
  let kept = 0

  it.each(broken)('%s', async (...mutant) => {
    const run = findBrokenRun(law, (await loadMutant(mutant, { modules })) as Engine)
    if (run === undefined) throw new Error('The copy keeps the law.')
    if (run > kept) law(original, { ...options, numRuns: run })
    kept = Math.max(kept, run)
  })
})
