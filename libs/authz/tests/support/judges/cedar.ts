import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { type Condition, type PolicyDocument, type RuleDocument } from '../../../src/index.ts'
import { type Asker, type Row, permissions } from '../generate.ts'

// Cedar has no null, so an entity lacks the attributes that are null. Dates are numbers of milliseconds.
const literal = (value: unknown): string =>
  value instanceof Date
    ? `${value.getTime()}`
    : Array.isArray(value)
      ? `[${value.map(literal).join(', ')}]`
      : JSON.stringify(value)

const operators: Readonly<Record<string, string>> = { eq: '==', lt: '<', lte: '<=', gt: '>', gte: '>=' }

function toCedar(condition: Condition): string {
  if (condition.op === 'not') return `!(${toCedar(condition.condition)})`
  if ('conditions' in condition) {
    const parts = condition.conditions.map((part) => `(${toCedar(part)})`)
    return parts.join(condition.op === 'and' ? ' && ' : ' || ') || `${condition.op === 'and'}`
  }
  if ('condition' in condition || condition.op === 'may') throw new Error(`no relations: ${condition.op}`)
  const { op, attribute, value } = condition
  const has = `resource has ${attribute}`
  if (op === 'isNull') return `!(${has})`
  const name =
    typeof value === 'object' && 'subject' in value ? (value as { subject: string }).subject : undefined
  const guard = name ? `${has} && principal has ${name}` : has
  const right = name ? `principal.${name}` : literal(value)
  const left = `resource.${attribute}`
  if (op === 'in') return `${guard} && ${right}.contains(${left})`
  return op === 'contains'
    ? `${guard} && ${left}.contains(${right})`
    : `${guard} && ${left} ${operators[op]} ${right}`
}

const covers = (name: string, permission: string) =>
  name === '*' || name === permission || name === `${permission.split(':')[0]}:*`

const statement = (role: string, { effect, permissions: names, when }: RuleDocument): string => {
  const actions = permissions.filter((permission) => names.some((name) => covers(name, permission)))
  const head = `${effect === 'allow' ? 'permit' : 'forbid'}(principal in Role::"${role}", action in [${actions.map((action) => `Action::"${action}"`).join(', ')}], resource)`
  return when ? `${head} when { ${toCedar(when)} };` : `${head};`
}

const attributes = (of: object): Record<string, never> =>
  Object.fromEntries(
    Object.entries(of)
      .filter(([name, value]) => value !== null && name !== 'roles')
      .map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]),
  ) as Record<string, never>

const uid = (type: string, id: string) => ({ type, id })

/** The same policy for the engine of Cedar. */
export function cedarFor(document: PolicyDocument, id: string) {
  const text = Object.entries(document.roles).flatMap(([role, { rules }]) =>
    rules.map((rule) => statement(role, rule)),
  )
  const parsed = preparsePolicySet(id, { staticPolicies: text.join('\n') })
  if (parsed.type === 'failure')
    throw new Error(`Cedar refuses ${text.join('\n')}: ${JSON.stringify(parsed.errors)}`)
  const roles = Object.entries(document.roles).map(([role, { inherits = [] }]) => ({
    uid: uid('Role', role),
    attrs: {},
    parents: inherits.map((parent) => uid('Role', parent)),
  }))

  return (asker: Asker, permission: string, row: Row): boolean => {
    const answer = statefulIsAuthorized({
      principal: uid('User', 'asker'),
      action: uid('Action', permission),
      resource: uid('Doc', 'row'),
      context: {},
      preparsedPolicySetId: id,
      entities: [
        ...roles,
        {
          uid: uid('User', 'asker'),
          attrs: attributes(asker),
          parents: asker.roles.map((role) => uid('Role', role)),
        },
        { uid: uid('Doc', 'row'), attrs: attributes(row), parents: [] },
      ],
    })
    if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors))
    if (answer.response.diagnostics.errors.length > 0)
      throw new Error(JSON.stringify(answer.response.diagnostics.errors))
    return answer.response.decision === 'allow'
  }
}
