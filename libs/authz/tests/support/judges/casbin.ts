import { type Enforcer, newEnforcer, newModelFromString } from 'casbin'
import type { Condition, PolicyDocument } from '../../../src/index.ts'
import type { Asker, Row } from '../generate.ts'

// Role names have a prefix, because casbin treats a user and a role with the same name as equal.
const model = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = role, act, when, eft
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = g(r.sub.name, p.role) && covers(p.act, r.act) && eval(p.when)
`

const literal = (value: unknown): string =>
  value instanceof Date ? `${value.getTime()}` : typeof value === 'string' ? `'${value}'` : `${value}`

const operators: Readonly<Record<string, string>> = { eq: '==', lt: '<', lte: '<=', gt: '>', gte: '>=' }

/** A condition as an expression for casbin's evaluator, which has the operators of JavaScript. */
function toExpression(condition: Condition): string {
  if (condition.op === 'not') return `!(${toExpression(condition.condition)})`
  if ('conditions' in condition) {
    const parts = condition.conditions.map((part) => `(${toExpression(part)})`)
    return parts.join(condition.op === 'and' ? ' && ' : ' || ') || `${condition.op === 'and'}`
  }
  if ('condition' in condition || condition.op === 'may') throw new Error(`no relations: ${condition.op}`)
  const { op, attribute, value } = condition
  const left = `r.obj.${attribute}`
  if (op === 'isNull') return `${left} == null`
  const name =
    typeof value === 'object' && 'subject' in value ? (value as { subject: string }).subject : undefined
  const right = name ? `r.sub.${name}` : literal(value)
  const guard = name ? `${left} != null && ${right} != null` : `${left} != null`
  if (op === 'contains') return `(${guard} && includes(${left}, ${right}))`
  if (op !== 'in') return `(${guard} && ${left} ${operators[op]} ${right})`
  if (name) return `(${guard} && includes(${right}, ${left}))`
  const items = (value as readonly unknown[]).map((item) => `${left} == ${literal(item)}`)
  return `(${guard} && (${items.join(' || ') || 'false'}))`
}

const plain = (row: Row) => ({ ...row, at: row.at && row.at.getTime() })

/** The same policy for casbin. */
export async function casbinFor(document: PolicyDocument) {
  const enforcer: Enforcer = await newEnforcer(newModelFromString(model))
  await enforcer.addFunction('includes', (list: readonly unknown[], item: unknown) => list.includes(item))
  await enforcer.addFunction(
    'covers',
    (name: string, permission: string) =>
      name === '*' || name === permission || name === `${permission.split(':')[0]}:*`,
  )
  for (const [role, { inherits = [], rules }] of Object.entries(document.roles)) {
    for (const parent of inherits) await enforcer.addGroupingPolicy(`role:${role}`, `role:${parent}`)
    for (const [i, rule] of rules.entries())
      for (const name of rule.permissions)
        // The number makes two equal rules different, because casbin merges equal rules.
        await enforcer.addPolicy(
          `role:${role}`,
          name,
          `${rule.when ? toExpression(rule.when) : 'true'} && ${i} == ${i}`,
          rule.effect,
        )
  }
  const known = new Set<string>()

  return async (asker: Asker, permission: string, row: Row): Promise<boolean> => {
    const name = `user:${asker.roles.join('+')}`
    if (!known.has(name))
      for (const role of asker.roles) await enforcer.addGroupingPolicy(name, `role:${role}`)
    known.add(name)
    return enforcer.enforce({ ...asker, name }, plain(row), permission)
  }
}
