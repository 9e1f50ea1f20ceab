import { createMongoAbility } from '@casl/ability'
import { AccessControl } from 'accesscontrol'
import { newEnforcer, newModelFromString } from 'casbin'
import { createPermix } from 'permix'
import {
  type Action,
  type Contestant,
  type Question,
  type Row,
  bigAsks,
  bigQuestions,
  bigRoles,
  count,
  granted,
  manyOwned,
  manyPermissions,
  manyRoles,
  mixedUsers,
  noon,
  ownershipRows,
  questions,
  relatedRows,
  rows,
  shapedRows,
  states,
  turn,
  userId,
  users,
} from './workloads.ts'

const lineage = (index: number) => {
  const all = [bigRoles[index]]
  while (all[0]?.parent) all.unshift(bigRoles.find(({ name }) => name === all[0]?.parent))
  return all.flatMap((role) => role?.questions ?? [])
}

const firstRows = rows.slice(0, 10)
type ManyRow = { readonly resource: string; readonly ownerId: number }
const manyOwnedRows: readonly ManyRow[] = manyOwned.map(({ resource, row }) => ({ resource, ...row }))
const manyQuestions = manyPermissions.map((permission) => permission.split(':')[0] ?? '')
const resources = new Map(manyRoles.map(({ name, resource }) => [name, resource]))

const listRules = (id: number) => [
  { action: 'read', subject: 'Doc', conditions: { status: 'PUBLISHED' } },
  { action: 'read', subject: 'Doc', conditions: { ownerId: id } },
]

const listRulesOfRole = (role: string, id: number) => {
  const subject = resources.get(role)
  return [
    { action: 'read', subject },
    { action: 'write', subject, conditions: { ownerId: id } },
  ]
}

export function casl(version: string): Contestant {
  const allow = ({ action, resource }: { action: string; resource: string }) => ({
    action,
    subject: resource,
  })
  const flat = createMongoAbility(granted.map(allow))
  const rules = [
    { action: 'update', subject: 'Doc', conditions: { ownerId: userId } },
    { action: 'read', subject: 'Doc', conditions: { status: 'PUBLISHED' } },
    { action: 'read', subject: 'Doc', conditions: { ownerId: userId } },
    {
      action: 'sign',
      subject: 'Doc',
      conditions: { ownerId: userId, status: 'PUBLISHED', id: { $lt: 500 } },
    },
    { action: 'open', subject: 'Doc', conditions: { at: { $lt: noon } } },
    {
      action: 'close',
      subject: 'Doc',
      conditions: { ownerId: userId, status: { $in: states }, at: { $lt: noon } },
    },
    { action: 'see', subject: 'Doc', conditions: { 'owner.teamId': userId } },
    { action: 'join', subject: 'Doc', conditions: { members: { $elemMatch: { userId } } } },
    { action: 'edit', subject: 'Doc', conditions: { ownerId: userId }, fields: ['status'] },
  ]
  const owning = createMongoAbility(rules as never, { detectSubjectType: () => 'Doc' })
  // One ability per user, created before the measurement, because CASL has no roles.
  const big = bigRoles.map((_, i) => createMongoAbility(lineage(i).map(allow)))
  return {
    name: '@casl/ability',
    version,
    turns: {
      exact: turn(questions, ({ action, resource }) => flat.can(action, resource)),
      roles: turn(
        bigAsks,
        ({ role, question }) => big[role]?.can(question.action, question.resource) === true,
      ),
      ownership: turn(ownershipRows, (row) => owning.can('update', row as never)),
      shapes: turn(shapedRows, (row) => owning.can('update', row as never)),
      three: turn(ownershipRows, (row) => owning.can('sign', row as never)),
      time: turn(ownershipRows, (row) => owning.can('open', row as never)),
      mixed: turn(ownershipRows, (row) => owning.can('close', row as never)),
      joined: turn(ownershipRows, (row) => owning.can('update', row as never)),
      subjects: turn(users, ({ id }) => {
        const ability = createMongoAbility(listRules(id) as never, { detectSubjectType: () => 'Doc' })
        return count(firstRows, (row) => ability.can('read', row as never)) > 0
      }),
      roleSets: turn(mixedUsers, ({ id, roles }) => {
        const ability = createMongoAbility(roles.flatMap((role) => listRulesOfRole(role, id)) as never)
        return count(manyQuestions, (resource) => ability.can('read', resource as never)) > 0
      }),
      ownInSets: turn(mixedUsers, ({ id, roles }) => {
        const ability = createMongoAbility(roles.flatMap((role) => listRulesOfRole(role, id)) as never, {
          detectSubjectType: (row) => (row as unknown as ManyRow).resource,
        })
        return count(manyOwnedRows, (row) => ability.can('write', row as never)) > 0
      }),
      relation: turn(relatedRows, (row) => owning.can('see', row as never)),
      items: turn(relatedRows, (row) => owning.can('join', row as never)),
      field: turn(ownershipRows, (row) => owning.can('edit', row as never, 'status')),
      build: turn(questions, () => createMongoAbility(granted.map(allow)).can !== undefined),
      filter: { run: () => rows.filter((row) => owning.can('read', row as never)).length, operations: 1 },
    },
  }
}

const casbinModel = (matcher: string) =>
  newModelFromString(`
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = ${matcher}
`)

export async function casbin(version: string): Promise<Contestant> {
  const roleMatcher = 'g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act'
  const flat = await newEnforcer(casbinModel(roleMatcher))
  await flat.addPolicies(granted.map(({ resource, action }) => ['USER', resource, action]))
  await flat.addGroupingPolicy('alice', 'USER')
  const big = await newEnforcer(casbinModel(roleMatcher))
  await big.addPolicies(
    bigRoles.flatMap(({ name, questions: own }) =>
      own.map(({ resource, action }) => [name, resource, action]),
    ),
  )
  await big.addGroupingPolicies(bigRoles.flatMap(({ name, parent }) => (parent ? [[name, parent]] : [])))
  const owning = await newEnforcer(
    casbinModel("(r.act == 'read' && r.obj.status == 'PUBLISHED') || r.obj.ownerId == r.sub.id"),
  )
  await owning.addPolicy('any', 'any', 'any')
  const asker = { id: userId }
  const few = bigAsks.slice(0, 2)
  return {
    name: 'casbin',
    version,
    turns: {
      exact: turn(questions, ({ action, resource }) => flat.enforceSync('alice', resource, action)),
      roles: turn(few, ({ role, question }) =>
        big.enforceSync(`role${role}`, question.resource, question.action),
      ),
      ownership: turn(ownershipRows, (row) => owning.enforceSync(asker, row, 'update')),
      filter: {
        run: () => rows.filter((row) => owning.enforceSync(asker, row, 'read')).length,
        operations: 1,
      },
    },
  }
}

const verbs = { create: 'createAny', read: 'readAny', update: 'updateAny', delete: 'deleteAny' } as const

export function accessControl(version: string): Contestant {
  const flat = new AccessControl()
  for (const { action, resource } of granted) flat.grant('user')[verbs[action]](resource)
  flat.grant('user').updateOwn('doc')
  const big = new AccessControl()
  for (const { name, parent, questions: own } of bigRoles) {
    const role = big.grant(name)
    for (const { action, resource } of own) role[verbs[action]](resource)
    if (parent) role.extend(parent)
  }
  const allows = (control: AccessControl, role: string, action: Action, resource: string) =>
    control.can(role)[verbs[action]](resource).granted
  return {
    name: 'accesscontrol',
    version,
    turns: {
      exact: turn(questions, ({ action, resource }) => allows(flat, 'user', action, resource)),
      roles: turn(bigAsks.slice(0, 256), ({ role, question }) =>
        allows(big, `role${role}`, question.action, question.resource),
      ),
      // The library has the word "own", but the caller must compare the owner of a row.
      ownership: turn(
        ownershipRows,
        (row) => row.ownerId === userId && flat.can('user').updateOwn('doc').granted,
      ),
    },
  }
}

type PermixRules = Record<string, Record<string, boolean | ((row: Row) => boolean)>>

export function permix(version: string): Contestant {
  const createRules = (some: readonly { action: string; resource: string }[]) => {
    const rules: PermixRules = {}
    for (const { action, resource } of some) (rules[resource] ??= {})[action] = true
    return rules
  }
  // The library throws if a permission has no rule, so the permissions without a rule are false.
  const completed = (some: readonly Question[], all: readonly Question[]) => {
    const rules = createRules(some)
    for (const { action, resource } of all) (rules[resource] ??= {})[action] ??= false
    return rules
  }
  const complete = completed(granted, questions)
  // The library's types need the names of all resources at compile time, and the benchmark creates them at run time.
  type Loose = { setup(rules: PermixRules): void; check(path: string, row?: unknown): boolean }
  const make = (rules: PermixRules) => {
    const one = createPermix() as unknown as Loose
    one.setup(rules)
    return one
  }
  const flat = make(complete)
  const owning = make({
    doc: {
      update: (row) => row.ownerId === userId,
      read: (row) => row.status === 'PUBLISHED' || row.ownerId === userId,
    },
  })
  const big = bigRoles.map((_, i) => make(completed(lineage(i), bigQuestions)))
  const paths = questions.map(({ resource, action }) => `${resource}.${action}`)
  const bigPaths = bigAsks.map(({ role, question }) => ({
    role,
    path: `${question.resource}.${question.action}`,
  }))
  return {
    name: 'permix',
    version,
    turns: {
      exact: turn(paths, (path) => flat.check(path)),
      roles: turn(bigPaths, ({ role, path }) => big[role]?.check(path) === true),
      ownership: turn(ownershipRows, (row) => owning.check('doc.update', row)),
      build: turn(questions, () => make(complete).check !== undefined),
      filter: { run: () => rows.filter((row) => owning.check('doc.read', row)).length, operations: 1 },
    },
  }
}
