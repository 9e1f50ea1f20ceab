import { writeType } from './row-types.ts'
import type { PolicyRule } from './policy-rule.ts'

const quote = (text: string): string => JSON.stringify(text)
const list = (names: Iterable<string>): string => `[${[...names].map(quote).join(', ')}]`

/** Each type with its actions. */
type Resources = ReadonlyMap<string, ReadonlySet<string>>

/** The types and the actions that rules name. */
function collectResources(rules: readonly PolicyRule[]): Resources {
  const resources = new Map<string, Set<string>>()
  for (const { types, actions } of rules)
    for (const type of types.filter((name) => name !== 'all')) {
      const known = resources.get(type) ?? new Set<string>()
      resources.set(type, known)
      for (const action of actions) if (action !== 'manage') known.add(action)
    }
  return resources
}

const nameAction = (action: string): string => (action === 'manage' ? '*' : action)

/** The types of a rule. A condition and fields need types whose attributes the compiler knows. */
function listTypes({ types, condition, fields }: PolicyRule, action: string, resources: Resources) {
  if (!types.includes('all') || (!condition && !fields)) return types
  const having = [...resources].filter(([, actions]) => action === 'manage' || actions.has(action))
  return having.map(([type]) => type)
}

/** The permissions of a rule: `Article:read`, `Article:*`, `*:read` and `*`. */
const listPermissions = (rule: PolicyRule, resources: Resources): readonly string[] =>
  rule.actions.flatMap((action) =>
    listTypes(rule, action, resources).map((type) =>
      type === 'all' ? (action === 'manage' ? '*' : `*:${action}`) : `${type}:${nameAction(action)}`,
    ),
  )

function writeRule(rule: PolicyRule, resources: Resources, indent: string): string {
  const { effect, condition, fields, reason } = rule
  const options = [
    ...(fields ? [`fields: ${list(fields)}`] : []),
    ...(reason === null ? [] : [`reason: ${reason}`]),
  ]
  const parts = [
    list(listPermissions(rule, resources)),
    ...(condition ? [`(${condition.ofCaller.length > 0 ? 'a, s' : 'a'}) => ${condition.code}`] : []),
    ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : []),
  ]
  return `${indent}b.${effect}(${parts.join(', ')})\n`
}

const writeRules = (rules: readonly PolicyRule[], resources: Resources, indent: string): string =>
  `(b) => {\n${rules.map((rule) => writeRule(rule, resources, `${indent}  `)).join('')}${indent}}`

/** The attributes of the rows of a type. */
const writeAttributes = (type: string, rules: readonly PolicyRule[]): string =>
  writeType(
    rules
      .filter(({ types }) => types.includes(type) || types.includes('all'))
      .flatMap(({ condition, fields }) => [...(condition?.attributes ?? []), ...(fields ?? [])]),
  )

function writeRoles(rules: readonly PolicyRule[], resources: Resources): string {
  const names = new Set(rules.flatMap(({ roles }) => roles ?? []))
  return [...names]
    .map((name) => {
      const own = rules.filter(({ roles }) => roles?.includes(name))
      return `    ${quote(name)}: {\n      rules: ${writeRules(own, resources, '      ')},\n    },\n`
    })
    .join('')
}

/** The text of a module with the policy. `missing` has the places of the rules that it lacks. */
export function writePolicy(rules: readonly PolicyRule[], missing: readonly string[]): string {
  const resources = collectResources(rules)
  const code = rules.flatMap(({ condition }) => condition?.code ?? []).join('\n')
  const names = ['and', 'attrs', 'definePolicy', 'not', 'or'].filter(
    (name) => name.length > 3 || new RegExp(`\\b${name}\\(`).test(code),
  )
  const ofCaller = new Set(rules.flatMap(({ condition }) => condition?.ofCaller ?? []))
  const everyone = rules.filter(({ roles }) => roles === null)
  return `${missing.map((line) => `// Missing: ${line}\n`).join('')}import { ${names.join(', ')} } from '@content-service/authz'

/* eslint-disable @typescript-eslint/no-explicit-any -- Put the types of your rows and your callers in the place of any. */
export const policy = definePolicy<${writeType([...ofCaller, 'roles'])}>()({
  resources: {
${[...resources].map(([type, actions]) => `    ${quote(type)}: ${list(actions)},\n`).join('')}  },
  attributes: {
${[...resources].map(([type]) => `    ${quote(type)}: attrs<${writeAttributes(type, rules)}>(),\n`).join('')}  },
  allRoles: ${writeRules(everyone, resources, '  ')},
  roles: {
${writeRoles(rules, resources)}  },
})
`
}
