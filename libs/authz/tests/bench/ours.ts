import { and, attrs, definePolicy, matcher, or } from '../../src/index.ts'
import type { PolicyDocument, Subject } from '../../src/index.ts'
import { pack, unpack } from '../../src/pack/index.ts'
import { compilePolicy } from '../../src/engine/decisions/engine.ts'
import {
  type Contestant,
  type Row,
  actions,
  bigAsks,
  bigResources,
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
  resources,
  rows,
  shapedRows,
  states,
  turn,
  userId,
  users,
} from './workloads.ts'

const user = { id: userId, roles: ['USER'], teams: Array.from({ length: 1000 }, (_, i) => i) }

const flat: PolicyDocument = {
  resources: Object.fromEntries(resources.map((resource) => [resource, actions])),
  roles: { USER: { rules: [{ effect: 'allow', permissions: granted.map(({ permission }) => permission) }] } },
}

const big: PolicyDocument = {
  resources: Object.fromEntries(bigResources.map((resource) => [resource, actions])),
  roles: Object.fromEntries(
    bigRoles.map(({ name, parent, questions: own }) => [
      name,
      {
        inherits: parent ? [parent] : [],
        rules: [{ effect: 'allow', permissions: own.map(({ permission }) => permission) }],
      },
    ]),
  ),
}

/** A role reads one resource, and writes what belongs to the user there. */
const many: PolicyDocument = {
  resources: Object.fromEntries(manyRoles.map(({ resource }) => [resource, ['read', 'write']])),
  roles: Object.fromEntries(
    manyRoles.map(({ name, resource }) => [
      name,
      {
        rules: [
          { effect: 'allow', permissions: [`${resource}:read`] },
          {
            effect: 'allow',
            permissions: [`${resource}:write`],
            when: { op: 'eq', attribute: 'ownerId', value: { subject: 'id' } },
          },
        ],
      },
    ]),
  ),
}

const owning = definePolicy<typeof user>()({
  resources: { docs: ['read', 'update', 'list', 'edit', 'sign', 'open', 'close'], pages: ['read', 'write'] },
  attributes: { docs: attrs<Row>(), pages: attrs<(typeof relatedRows)[number]>() },
  roles: {
    USER: {
      rules: (b) => {
        b.allow('docs:update', (d, s) => d.ownerId.eq(s.id))
        b.allow('docs:sign', (d, s) => and(d.ownerId.eq(s.id), d.status.eq('PUBLISHED'), d.id.lt(500)))
        b.allow('docs:open', (d) => d.at.lt(noon))
        b.allow('docs:close', (d, s) => and(d.ownerId.eq(s.id), d.status.in(states), d.at.lt(noon)))
        b.allow('docs:list', (d, s) => or(d.ownerId.eq(s.id), d.ownerId.in(s.teams)))
        b.allow('pages:read', (p, s) => p.owner.teamId.eq(s.id))
        b.allow('pages:write', (p, s) => p.members.some((m) => m.userId.eq(s.id)))
        b.allow('docs:edit', (d, s) => d.ownerId.eq(s.id), { fields: ['status'] })
        b.allow('docs:read', (d) => d.status.eq('PUBLISHED'))
        b.allow('docs:read', (d, s) => d.ownerId.eq(s.id))
      },
    },
  },
})

/** The policy of the README's first example. */
const first = definePolicy<typeof user>()({
  resources: { articles: ['read', 'write', 'delete'] },
  attributes: { articles: attrs<Row>({ ownerId: 'integer', status: 'text' }) },
  roles: {
    GUEST: { rules: (b) => b.allow('articles:read', (a) => a.status.eq('PUBLISHED')) },
    USER: { inherits: ['GUEST'], rules: (b) => b.allow('articles:*', (a, s) => a.ownerId.eq(s.id)) },
  },
})

const firstRows = rows.slice(0, 10)
/** The second text of a permission. The benchmark joins both texts for each row. */
const actionOf = ({ id }: Row): 'update' | 'edit' => (id < 0 ? 'edit' : 'update')

function checkTenRows(asker: (typeof users)[number]): boolean {
  const ability = owning.for(asker)
  let allowed = 0
  for (const row of firstRows) if (ability.can('docs:read', row)) allowed += 1
  return allowed > 0
}

export function ours(version: string): Contestant {
  const flatPolicy = compilePolicy<Subject, Record<string, object>>(flat)
  const bigPolicy = compilePolicy<Subject, Record<string, object>>(big)
  const flatAbility = flatPolicy.for(user)
  const owningAbility = owning.for(user)
  const manyPolicy = compilePolicy<Subject, Record<string, object>>(many)
  const packed = JSON.stringify(pack(owning, users[7] as (typeof users)[number]))
  const firstRow = rows[0] as Row
  const bigAbilities = bigRoles.map(({ name }, id) => bigPolicy.for({ id, roles: [name] }))
  const matches = matcher(owning.filter(user, 'docs:read'))
  return {
    name: '@content-service/authz',
    version,
    turns: {
      exact: turn(questions, ({ permission }) => flatAbility.can(permission)),
      roles: turn(bigAsks, ({ role, question }) => bigAbilities[role]?.can(question.permission) === true),
      ownership: turn(ownershipRows, (row) => owningAbility.can('docs:update', row)),
      direct: turn(ownershipRows, (row) => owning.can(user, 'docs:update', row)),
      shapes: turn(shapedRows, (row) => owningAbility.can('docs:update', row)),
      three: turn(ownershipRows, (row) => owningAbility.can('docs:sign', row)),
      time: turn(ownershipRows, (row) => owningAbility.can('docs:open', row)),
      mixed: turn(ownershipRows, (row) => owningAbility.can('docs:close', row)),
      joined: turn(ownershipRows, (row) => owningAbility.can(`docs:${actionOf(row)}`, row)),
      subjects: turn(users, checkTenRows),
      roleSets: turn(mixedUsers, (asker) => {
        const ability = manyPolicy.for(asker)
        return count(manyPermissions, (permission) => ability.can(permission)) > 0
      }),
      ownInSets: turn(mixedUsers, (asker) => {
        const ability = manyPolicy.for(asker)
        return count(manyOwned, ({ permission, row }) => ability.can(permission, row)) > 0
      }),
      query: turn(ownershipRows, () => owningAbility.filter('docs:list').kind === 'when'),
      newQuery: turn(
        ownershipRows,
        ({ id }) => owning.filter({ ...user, id, teams: [...user.teams] }, 'docs:list').kind === 'when',
      ),
      permits: turn(ownershipRows, () => owningAbility.permits('docs:list')),
      relation: turn(relatedRows, (row) => owningAbility.can('pages:read', row)),
      items: turn(relatedRows, (row) => owningAbility.can('pages:write', row)),
      field: turn(ownershipRows, (row) => owningAbility.can('docs:edit', row, 'status')),
      pack: turn(users, (asker) => pack(owning, asker).signedIn),
      packFirst: turn(users, (asker) => pack(first, asker).signedIn),
      unpack: turn(ownershipRows, () => unpack(JSON.parse(packed)).can('docs:update', firstRow)),
      build: turn(questions, () => flatPolicy.for(user).can !== undefined),
      filter: { run: () => rows.filter(matches).length, operations: 1 },
    },
  }
}

/** No library: a prepared set with the permissions of the user. */
export function bareSet(): Contestant {
  const permissions = new Set<string>(granted.map(({ permission }) => permission))
  return {
    name: 'Set.has',
    version: '',
    turns: { exact: turn(questions, ({ permission }) => permissions.has(permission)) },
  }
}
